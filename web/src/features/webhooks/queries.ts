import { DeliveryViews, WebhookSettings } from '@utter/contracts/http/webhooks'
import { resource } from '../../lib/server/resource.ts'

/** The account's webhook. Deliveries change it behind the screen: read again whenever it is shown. */
export const webhookQuery = {
  ...resource(['/api', 'settings', 'webhook'], WebhookSettings),
  refetchOnMount: 'always' as const,
}

const shownDeliveries = 20

/** The latest deliveries of the account. */
export const deliveriesQuery = {
  ...resource(['/api', 'webhooks', `deliveries?limit=${shownDeliveries}`], DeliveryViews),
  refetchOnMount: 'always' as const,
}

/** The deliveries of one job: a single one, since a job ends once. */
export const jobDeliveriesQuery = (jobId: string) => ({
  ...resource(['/api', 'webhooks', `deliveries?jobId=${jobId}`], DeliveryViews),
  refetchOnMount: 'always' as const,
})

/** All lists of deliveries in the cache. */
export const isDeliveries = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  queryKey[1] === 'webhooks' && String(queryKey[2]).startsWith('deliveries')
