import { DeliveryDetail, type DeliveryView, DeliveryViews, WebhookSettings } from '@utter/contracts/http/webhooks'
import { resource } from '../../lib/server/resource.ts'

/** The account's webhook. Deliveries change it behind the screen: read again whenever it is shown. */
export const webhookQuery = {
  ...resource(['/api', 'settings', 'webhook'], WebhookSettings),
  refetchOnMount: 'always' as const,
}

/** A delivery that is under way is looked at again this long after its next try, in ms, and as often while it is due. */
const followMs = 2_000

/** The time until a pending one may have been tried, in ms; false while none is pending. */
function untilNextTry({ state }: { state: { data?: DeliveryView[] | undefined } }): number | false {
  const due = (state.data ?? [])
    .filter(({ status }) => status === 'pending')
    .map(({ nextAttemptAt }) => (nextAttemptAt ? Date.parse(nextAttemptAt) - Date.now() : 0))
  return due.length > 0 && Math.max(followMs, Math.min(...due) + followMs)
}

const shownDeliveries = 20

/** The latest deliveries of the account. */
export const deliveriesQuery = {
  ...resource(['/api', 'webhooks', `deliveries?limit=${shownDeliveries}`], DeliveryViews),
  refetchOnMount: 'always' as const,
  refetchInterval: untilNextTry,
}

/** The deliveries of one job: a single one, since a job ends once. */
export const jobDeliveriesQuery = (jobId: string) => ({
  ...resource(['/api', 'webhooks', `deliveries?jobId=${jobId}`], DeliveryViews),
  refetchOnMount: 'always' as const,
  refetchInterval: untilNextTry,
})

/** A delivery with its message. */
export const deliveryQuery = (id: string) => resource(['/api', 'webhooks', 'deliveries', id], DeliveryDetail)

/** All lists of deliveries in the cache, and each by itself. */
export const isDeliveries = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  queryKey[1] === 'webhooks' && String(queryKey[2]).startsWith('deliveries')
