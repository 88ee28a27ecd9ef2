import type Stripe from 'stripe'
import type { Target } from './targets.ts'

/** A monthly price of a product of its own. @param name unique where the target keeps what it is given */
export async function makePrice(
  stripe: Stripe,
  name: string,
  cents: number,
  lookup_key?: string,
): Promise<Stripe.Price> {
  const product = await stripe.products.create({ name, metadata: { tier: name.toLowerCase() } })
  return stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: cents,
    recurring: { interval: 'month' },
    ...(lookup_key && { lookup_key }),
  })
}

/** A customer whose payments are taken from one of Stripe's test cards. */
export async function makeCustomer(stripe: Stripe, card = 'pm_card_visa'): Promise<Stripe.Customer> {
  const customer = await stripe.customers.create({ metadata: { userId: 'u1' } })
  const method = await stripe.paymentMethods.attach(card, { customer: customer.id })
  return stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } })
}

/** A customer of a plan of $39, and a second plan of $199. */
export async function makeSubscriber({ stripe, unique }: Target, card?: string) {
  const [starter, pro] = [
    await makePrice(stripe, unique('Starter'), 3900),
    await makePrice(stripe, unique('Pro'), 19_900),
  ]
  const customer = await makeCustomer(stripe)
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: starter.id }] })
  if (card) {
    const method = await stripe.paymentMethods.attach(card, { customer: customer.id })
    await stripe.subscriptions.update(subscription.id, { default_payment_method: method.id })
  }
  return { customer, starter, pro, subscription, item: itemOf(subscription) }
}

export function itemOf({ items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data
  if (!item) throw new Error('the subscription has no item')
  return item
}

export const invoiceOf = (expanded: Stripe.Subscription['latest_invoice']): Stripe.Invoice => {
  if (!expanded || typeof expanded === 'string') throw new Error('the invoice was not expanded')
  return expanded
}

type Features = Stripe.BillingPortal.ConfigurationCreateParams.Features
/** All that a portal can do, for these prices: a lower one follows at the period's end. */
export const portalFeatures = (prices: Stripe.Price[]): Features & { subscription_update: object } => ({
  customer_update: { enabled: true, allowed_updates: ['address', 'tax_id'] },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: true, mode: 'at_period_end' },
  subscription_update: {
    enabled: true,
    default_allowed_updates: ['price'],
    products: prices.map(({ id, product }) => ({ product: String(product), prices: [id] })),
    proration_behavior: 'always_invoice',
    schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
  },
})
