import type { DueItem } from '../../domain/overage-due.ts'
import type { Subscription } from '../../domain/subscription.ts'
import type { InvoiceItem } from '../../store/invoice-items.ts'

/** The item for calls that are due, for the customer's next invoice. */
export function itemOf(
  { _id: userId, terms: all = [] }: Subscription,
  customerId: string,
  { terms, quantity, number }: DueItem,
  at: Date,
): InvoiceItem {
  const { subscriptionId, period, segment, tier, overagePrice, currency } = terms
  const key = `${subscriptionId}:${period.toISOString()}:${segment.toISOString()}`
  const next = all.find((one) => one.segment > segment)
  return {
    _id: number === 0 ? key : `${key}:${number}`,
    userId,
    customerId,
    subscriptionId,
    period,
    segment,
    ...(next && { segmentEnd: next.segment }),
    tier,
    quantity,
    price: overagePrice,
    ...(currency && { currency }),
    at,
  }
}
