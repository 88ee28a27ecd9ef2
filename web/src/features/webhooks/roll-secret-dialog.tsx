import { useQueryClient } from '@tanstack/react-query'
import { WebhookSecret } from '@utter/contracts/http/webhooks'
import { useState } from 'react'
import { request } from '../../lib/http.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ConfirmWrite } from '../session/confirm-write.tsx'
import { accountChanged } from '../session/me.ts'
import { ShownSecret } from './shown-secret.tsx'

/** Makes another secret and shows it, once; the one before signs along for a day. */
export function RollSecretDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const client = useQueryClient()
  const [secret, setSecret] = useState<string>()
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
    <ConfirmWrite
      isOpen={isOpen}
      onClose={onClose}
      title="Roll the signing secret?"
      text="Webhooks are signed by the new secret and by the old one for 24 hours: change your receiver within them."
      act="Roll secret"
      busyText="Rolling..."
      send={async () => WebhookSecret.parse(await request('POST', '/api/settings/webhook/secret'))}
      onDone={(answer) => {
        setSecret(answer.secret)
        return accountChanged(client)
      }}
    />
  )
}
