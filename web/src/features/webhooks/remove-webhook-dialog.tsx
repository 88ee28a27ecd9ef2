import { useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/server/http.ts'
import { toast } from '../../lib/toasts.ts'
import { ConfirmWrite } from '../session/confirm-write.tsx'
import { accountChanged } from '../session/me.ts'

export function RemoveWebhookDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const client = useQueryClient()
  return (
    <ConfirmWrite
      isOpen={isOpen}
      onClose={onClose}
      title="Remove the webhook?"
      text="What has not arrived yet is not sent any more. Jobs with a webhook of their own go on."
      act="Remove webhook"
      busyText="Removing..."
      send={() => request('PUT', '/api/settings/webhook', { body: { webhookUrl: null } })}
      onDone={() => {
        toast({ title: 'Webhook removed' })
        onClose()
        return accountChanged(client)
      }}
    />
  )
}
