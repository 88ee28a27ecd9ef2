import type Stripe from 'stripe'

type Behavior = 'pending_if_incomplete' | 'error_if_incomplete'

/** Payment methods of the checkout. Others come by the Dashboard alone. */
export const soldMethods = ['card', 'link'] as const

/** Paths that are expanded with the subscription, since `paymentBehavior` reads them. */
export const methodPaths = ['default_payment_method', 'customer.invoice_settings.default_payment_method']

/**
 * The way in which a change is paid at once, by the method that pays. A method of the checkout waits for a second step as a pending update,
 * which Stripe has for no bank debit: there a payment that fails at once changes nothing. Undefined: an invoice that is sent is not paid at
 * once, so a person changes such a plan.
 */
export function paymentBehavior({
  collection_method: collected,
  default_payment_method: own,
  customer,
}: Stripe.Subscription): Behavior | undefined {
  if (collected === 'send_invoice') return undefined
  const settings = typeof customer === 'object' && !customer.deleted ? customer.invoice_settings : undefined
  const method = own ?? settings?.default_payment_method
  // A method of the times before payment methods is a card.
  const type = method && typeof method === 'object' ? method.type : 'card'
  return soldMethods.some((sold) => sold === type) ? 'pending_if_incomplete' : 'error_if_incomplete'
}
