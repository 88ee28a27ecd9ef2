import { useQueryClient } from '@tanstack/react-query'
import { WebhookSecret } from '@utter/contracts/http/webhooks'
import { useState } from 'react'
import { t } from '../../lib/language/words.ts'
import { request } from '../../lib/server/http.ts'
import { Dialog, DialogForm } from '../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../ui/overlay/dialog-foot.tsx'
import { accountChanged } from '../session/me.ts'
import { useWrite } from '../session/use-write.ts'
import { ShownSecret } from './shown-secret.tsx'

/**
 * Makes another secret and shows it, once; the one before signs along for a day. A single dialog for both: the
 * question's own dialog would take the focus from the secret as it closes.
 */
export function RollSecretDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const client = useQueryClient()
  const [secret, setSecret] = useState<string>()
  const roll = useWrite({
    send: async () => WebhookSecret.parse(await request('POST', '/api/settings/webhook/secret')),
    onDone: (answer) => {
      setSecret(answer.secret)
      return accountChanged(client)
    },
    fallback: t('Failed to process request'),
  })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isBusy={roll.isPending || secret !== undefined}
      title={secret === undefined ? t('Roll the signing secret?') : t('Your signing secret')}
      text={
        secret === undefined
          ? t(
              'Webhooks are signed by the new secret and by the old one for 24 hours: change your receiver within them.',
            )
          : t('Copy it now, and give it to your receiver.')
      }
    >
      {secret === undefined ? (
        <DialogForm
          onSubmit={(event) => {
            event.preventDefault()
            roll.write(undefined)
          }}
        >
          <DialogFoot
            look="destructive"
            onCancel={onClose}
            act={t('Roll secret')}
            busyText={t('Rolling...')}
            state={roll}
            refusal={roll.refusal}
          />
        </DialogForm>
      ) : (
        <ShownSecret secret={secret} onClose={onClose} />
      )}
    </Dialog>
  )
}
