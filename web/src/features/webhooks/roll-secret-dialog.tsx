import { useQueryClient } from '@tanstack/react-query'
import { WebhookSecret } from '@utter/contracts/http/webhooks'
import { useState } from 'react'
import { request } from '../../lib/http.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { accountChanged } from '../session/me.ts'
import { useWrite } from '../session/use-write.ts'
import { ShownSecret } from './shown-secret.tsx'

/** Makes another secret and shows it, once; the one before signs along for a day. */
export function RollSecretDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const client = useQueryClient()
  const [secret, setSecret] = useState<string>()
  const { write, isPending, refusal, secondsLeft } = useWrite({
    send: async () => WebhookSecret.parse(await request('POST', '/api/settings/webhook/secret')),
    onDone: (answer) => {
      setSecret(answer.secret)
      return accountChanged(client)
    },
    fallback: 'Failed to process request',
  })
  if (secret !== undefined)
    return (
      <Dialog
        isOpen={isOpen}
        onClose={onClose}
        isBusy
        title="Your signing secret"
        text="Copy it now, and give it to your receiver."
      >
        <ShownSecret secret={secret} onClose={onClose} />
      </Dialog>
    )
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Roll the signing secret?"
      text="Webhooks are signed by the new secret and by the old one for 24 hours: change your receiver within them."
      act="Roll secret"
      busyText="Rolling..."
      write={() => write(undefined)}
      isPending={isPending}
      refusal={refusal}
      secondsLeft={secondsLeft}
    />
  )
}
