import { invalid } from '../../api/stripe-error.ts'
import type { Subscription } from '../../store/records/subscriptions.ts'
import { itemOf } from './subscription-item.ts'

/** A time from which a change may count. @param param the parameter that has it @throws Stripe's 400 for one outside the present period */
export function requireInPeriod(subscription: Subscription, at: number | undefined, param: string): void {
  const { current_period_start: start, current_period_end: end } = itemOf(subscription)
  if (at === undefined || (at >= start && at <= end)) return
  throw invalid(
    at < start
      ? 'Cannot specify proration date before the current subscription started'
      : 'Cannot specify proration date after the current subscription period ends',
    param,
  )
}
