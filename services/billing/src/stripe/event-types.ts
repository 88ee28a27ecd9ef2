/** The events that change what we know of an account; all others are not asked for. */
export const eventTypes = [
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.pending_update_expired',
  'invoice.created',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'charge.refunded',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
] as const
export type StripeEventType = (typeof eventTypes)[number]

export const isWanted = (type: string): type is StripeEventType => eventTypes.some((one) => one === type)
