import { useQueryClient } from '@tanstack/react-query'
import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { type JobShare, NewShare } from '@utter/contracts/http/jobs/share'
import { useState } from 'react'
import { localTime } from '../../../lib/format/times.ts'
import { t } from '../../../lib/language/words.ts'
import { request } from '../../../lib/server/http.ts'
import { toast } from '../../../lib/toasts.ts'
import { Switch } from '../../../ui/form/switch.tsx'
import { SecretLinkDialog } from '../../../ui/overlay/secret-link-dialog.tsx'
import { SecretLinkForm } from '../../../ui/overlay/secret-link-form.tsx'
import { useWrite } from '../../session/use-write.ts'
import { jobQuery } from '../live/queries.ts'

interface ShareProps {
  job: JobView
  isOpen: boolean
  onClose: () => void
}

/** Makes the secret link of a job and shows it, once; renews it and takes it back. */
export function ShareDialog({ job: { id, share }, isOpen, onClose }: ShareProps) {
  const client = useQueryClient()
  const fallback = t('Failed to process request')
  const [text, setText] = useState(share?.text ?? true)
  const [link, setLink] = useState<string>()
  const path = `/api/jobs/${id}/share`
  const known = (next: JobShare | undefined) =>
    client.setQueryData<JobView>(jobQuery(id).queryKey, (job) => job && { ...job, share: next })
  const make = useWrite({
    send: async () => NewShare.parse(await request('POST', path, { body: { text } })),
    onDone: ({ url, sharedAt, text: isWithText }) => {
      setLink(url)
      known({ since: sharedAt, text: isWithText })
    },
    fallback,
  })
  const stop = useWrite({
    send: () => request('DELETE', path),
    onDone: () => {
      known(undefined)
      toast({ title: t('Not shared any more'), text: t('Its link opens nothing now.') })
      onClose()
    },
    fallback,
  })
  return (
    <SecretLinkDialog
      {...{ isOpen, onClose }}
      isBusy={make.isPending || stop.isPending}
      title={t('Share by link')}
      text={t('Anyone with the link can listen, without an account, until you stop it or the job is gone.')}
      made={
        link === undefined
          ? undefined
          : {
              secret: link,
              title: t('Your link'),
              text: t('Copy it now, and send it to whom you like.'),
              label: t('Link'),
              copyLabel: t('Copy link'),
            }
      }
    >
      <SecretLinkForm
        {...{ make, revoke: stop, onClose }}
        note={share && sharedSentence(share)}
        makeText={share ? t('New link') : t('Make link')}
        revokeText={t('Stop sharing')}
      >
        <Switch
          label={t('Show the text')}
          hint={t('What was written and replied, beside the sound')}
          isOn={text}
          onChange={setText}
        />
      </SecretLinkForm>
    </SecretLinkDialog>
  )
}

function sharedSentence({ since, text }: JobShare): string {
  const time = localTime(since)
  return text
    ? t('Shared with its text since {time}. A new link replaces the one before.', { time })
    : t('Shared without its text since {time}. A new link replaces the one before.', { time })
}
