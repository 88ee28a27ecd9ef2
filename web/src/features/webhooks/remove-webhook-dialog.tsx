import { useQueryClient } from '@tanstack/react-query'
import { t } from '../../lib/language/words.ts'
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
      title={t('Remove the webhook?')}
      text={t('What has not arrived yet is not sent any more. Jobs with a webhook of their own go on.')}
      act={t('Remove webhook')}
      busyText={t('Removing...')}
      send={() => request('PUT', '/api/settings/webhook', { body: { webhookUrl: null } })}
      onDone={() => {
        toast({ title: t('Webhook removed') })
        onClose()
        return accountChanged(client)
      }}
    />
  )
}
