import { useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/http.ts'
import { toast } from '../../lib/toasts.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { accountChanged } from '../session/me.ts'
import { useWrite } from '../session/use-write.ts'

export function RemoveWebhookDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const client = useQueryClient()
  const { write, isPending, refusal, secondsLeft } = useWrite({
    send: () => request('PUT', '/api/settings/webhook', { body: { webhookUrl: null } }),
    onDone: () => {
      toast({ title: 'Webhook removed' })
      onClose()
      return accountChanged(client)
    },
    fallback: 'Failed to process request',
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Remove the webhook?"
      text="What has not arrived yet is not sent any more. Jobs with a webhook of their own go on."
      act="Remove webhook"
      busyText="Removing..."
      write={() => write(undefined)}
      isPending={isPending}
      refusal={refusal}
      secondsLeft={secondsLeft}
    />
  )
}
