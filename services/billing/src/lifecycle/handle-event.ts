import { failpoint } from '@utter/runtime/failpoint'
import type { StripeDeps } from '../deps.ts'
import type { StripeEvent } from '../store/stripe-events.ts'
import { billOverage } from './bill-overage.ts'
import { refresh } from './refresh.ts'

/**
 * An event says only that something has changed at Stripe: what it is now is fetched. Handled twice it changes nothing. A period's invoice
 * stays a draft until its event is answered well, for three days at most, so the overage goes onto it before that.
 * @returns false when the overage of the period before is not known yet
 */
export async function handleEvent(deps: StripeDeps, { _id, type, customerId }: StripeEvent): Promise<boolean> {
  const { subscriptions, events } = deps
  const known = customerId ? await subscriptions.byCustomer(customerId) : null
  const subscription = known && (await refresh(deps, known._id))
  if (subscription && type === 'invoice.created' && !(await billOverage(deps, subscription))) return false
  failpoint('event-applied')
  await events.handled(_id)
  return true
}
