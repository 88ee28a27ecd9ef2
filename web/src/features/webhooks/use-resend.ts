import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '../../lib/language/words.ts'
import { request } from '../../lib/server/http.ts'
import { toast } from '../../lib/toasts.ts'
import { toastRefusal } from '../session/toast-refusal.ts'
import { isDeliveries } from './queries.ts'

/** Sends a delivery again, at once. Its result shows when the list is read again. */
export function useResend(deliveryId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => request('POST', `/api/webhooks/deliveries/${deliveryId}/resend`),
    onSuccess: () => {
      toast({ title: t('Success!'), text: t('The webhook is being sent again') })
      return client.invalidateQueries({ predicate: isDeliveries })
    },
    onError: (error) => toastRefusal(error, t('Failed to process request')),
  })
}
