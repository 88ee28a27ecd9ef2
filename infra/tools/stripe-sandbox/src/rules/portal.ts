import type { Context } from '../context.ts'
import type { Price } from '../store/records/catalog.ts'
import type { PaymentMethod } from '../store/records/customers.ts'
import type { Invoice } from '../store/records/invoices.ts'
import type { Subscription } from '../store/records/subscriptions.ts'
import { cancelAtPeriodEnd } from './cancel.ts'
import { attemptPayment } from './pay.ts'
import { attach, type Card, createCard, makeDefault } from './payment-methods.ts'
import { release, scheduleChange } from './schedules.ts'
import { itemOf } from './subscription-item.ts'

/** The subscription that a portal is about: the newest that has not ended, else the newest. */
export function presentSubscription({ store }: Context, customer: string): Subscription | undefined {
  const all = store
    .all('subscriptions')
    .filter((one) => one.customer === customer)
    .reverse()
  return all.find(({ status }) => status !== 'canceled' && status !== 'incomplete_expired') ?? all[0]
}

/** Plans under the present one, that are sold: those with a lookup key. Dearest first. */
export function lowerPrices({ store }: Context, subscription: Subscription): Price[] {
  const present = itemOf(subscription).price
  return store
    .all('prices')
    .filter(
      ({ active, recurring, lookup_key, unit_amount, product }) =>
        active && recurring && lookup_key && unit_amount < present.unit_amount && product !== present.product,
    )
    .sort((a, b) => b.unit_amount - a.unit_amount)
}

/** The plan that a schedule brings at the period's end. */
export function nextPrice({ store }: Context, subscription: Subscription): Price | undefined {
  const schedule = subscription.schedule ? store.find('schedules', subscription.schedule) : undefined
  const next = schedule?.phases.find(({ start_date }) => start_date >= itemOf(subscription).current_period_end)
  return next?.items[0] && store.find('prices', next.items[0].price)
}

export function cancelLater(context: Context, subscription: Subscription): void {
  releaseSchedule(context, subscription)
  cancelAtPeriodEnd(context, subscription, true)
  context.emit('customer.subscription.updated', subscription, { cancel_at_period_end: false, cancel_at: null })
}

/** Cancels the planned end of a subscription, or its planned change of plan. */
export function undo(context: Context, subscription: Subscription): void {
  releaseSchedule(context, subscription)
  if (!subscription.cancel_at_period_end) return
  const { cancel_at } = subscription
  cancelAtPeriodEnd(context, subscription, false)
  context.emit('customer.subscription.updated', subscription, { cancel_at_period_end: true, cancel_at })
}

export function switchLater(context: Context, subscription: Subscription, price: Price): void {
  undo(context, subscription)
  scheduleChange(context, subscription, price)
}

function releaseSchedule(context: Context, { schedule }: Subscription): void {
  if (schedule) release(context, context.store.get('schedules', schedule))
}

/** The card of the customer and of the present subscription is another from now on. */
export function changeCard(
  context: Context,
  customerId: string,
  subscription: Subscription | undefined,
  card: Card,
): PaymentMethod {
  const customer = context.store.get('customers', customerId)
  const method = attach(context, createCard(context, card), customer)
  makeDefault(context, method, customer)
  if (subscription && subscription.status !== 'canceled') {
    const default_payment_method = subscription.default_payment_method
    subscription.default_payment_method = method.id
    context.emit('customer.subscription.updated', subscription, { default_payment_method })
  }
  return method
}

export const invoicesOf = ({ store }: Context, customer: string): Invoice[] =>
  store
    .all('invoices')
    .filter((one) => one.customer === customer && one.status !== 'draft')
    .reverse()

/** Invoices that wait for money, of a subscription that goes on. */
export const openInvoices = (context: Context, customer: string): Invoice[] =>
  invoicesOf(context, customer).filter((one) => {
    const id = one.parent?.subscription_details.subscription
    const subscription = id ? context.store.find('subscriptions', id) : undefined
    return one.status === 'open' && subscription?.status !== 'canceled'
  })

export type Payment = 'paid' | 'declined' | 'second step'

/** An open invoice is paid by the person, with the present card. */
export function payOpen(context: Context, invoice: Invoice): Payment {
  const outcome = attemptPayment(context, invoice, 'change')
  if (outcome.status === 'succeeded') return 'paid'
  if (outcome.status === 'requires_action') return 'second step'
  context.emit('invoice.payment_failed', invoice)
  return 'declined'
}
