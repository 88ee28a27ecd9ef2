import { useQuery, useQueryClient } from '@tanstack/react-query'
import { NewWorkFeed, type WorkFeed } from '@utter/contracts/http/works/feed'
import { useState } from 'react'
import { localTime } from '../../../lib/format/times.ts'
import { t } from '../../../lib/language/words.ts'
import { request } from '../../../lib/server/http.ts'
import { toast } from '../../../lib/toasts.ts'
import { Part } from '../../../ui/layout/part.tsx'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
import { SecretLinkDialog } from '../../../ui/overlay/secret-link-dialog.tsx'
import { SecretLinkForm } from '../../../ui/overlay/secret-link-form.tsx'
import { useWrite } from '../../session/use-write.ts'
import { feedQuery } from '../queries.ts'

interface PodcastProps {
  workId: string
  isOpen: boolean
  onClose: () => void
}

/** Makes the secret address of a work's podcast and shows it, once; renews and revokes it. */
export function PodcastDialog({ workId, isOpen, onClose }: PodcastProps) {
  const client = useQueryClient()
  const fallback = t('Failed to process request')
  const query = feedQuery(workId)
  const feed = useQuery({ ...query, refetchOnMount: 'always' })
  const [address, setAddress] = useState<string>()
  const path = `/api/works/${workId}/feed`
  const known = (next: WorkFeed) => client.setQueryData(query.queryKey, next)
  const make = useWrite({
    send: async () => NewWorkFeed.parse(await request('PUT', path)),
    onDone: ({ url, since }) => {
      setAddress(url)
      known({ since })
    },
    fallback,
  })
  const revoke = useWrite({
    send: () => request('DELETE', path),
    onDone: () => {
      known({})
      toast({ title: t('Podcast revoked'), text: t('Its address plays nothing any more.') })
      onClose()
    },
    fallback,
  })
  return (
    <SecretLinkDialog
      {...{ isOpen, onClose }}
      isBusy={make.isPending || revoke.isPending}
      title={t('Podcast')}
      text={t('A podcast app plays the chapters by a secret address, without a login: whoever has it hears the work.')}
      made={
        address === undefined
          ? undefined
          : {
              secret: address,
              title: t('Your podcast address'),
              text: t('Copy it now, and add it to your podcast app as a show by its address.'),
              label: t('Podcast address'),
              copyLabel: t('Copy podcast address'),
            }
      }
    >
      <Part query={feed} waiting={<Skeleton $height={76} />} failure={t('The podcast could not be read')}>
        {({ since }) => (
          <SecretLinkForm
            {...{ make, revoke, onClose }}
            note={
              since &&
              t('It has an address since {time}. A new one replaces it in every app.', { time: localTime(since) })
            }
            makeText={since ? t('New address') : t('Make address')}
            revokeText={t('Revoke')}
          />
        )}
      </Part>
    </SecretLinkDialog>
  )
}
