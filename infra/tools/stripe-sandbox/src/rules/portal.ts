import type { Context } from '../context.ts'
import type { Price } from '../store/records/catalog.ts'
import type { PaymentMethod } from '../store/records/customers.ts'
import type { Invoice } from '../store/records/invoices.ts'
import type { PortalConfiguration, PortalFeatures, PortalSession } from '../store/records/portal.ts'
import type { Subscription } from '../store/records/subscriptions.ts'
import { attemptPayment } from './bills/pay.ts'
import type { ChargeOutcome } from './cards.ts'
import { attach, type Card, createCard, makeDefault } from './payment-methods.ts'
import { cancelAtOnce, cancelAtPeriodEnd } from './subscriptions/cancel.ts'
import { changePrice } from './subscriptions/change-price.ts'
import { release, scheduleChange } from './subscriptions/schedules.ts'
import { itemOf } from './subscriptions/subscription-item.ts'

/** The subscription that a portal is about: the newest that has not ended, else the newest. */
export function presentSubscription({ store }: Context, customer: string): Subscription | undefined {
  const all = store
    .all('subscriptions')
    .filter((one) => one.customer === customer)
    .reverse()
  return all.find(({ status }) => status !== 'canceled' && status !== 'incomplete_expired') ?? all[0]
}

/** The configuration of a portal; one without, of an older file, lets a person do nothing. */
export const featuresOf = ({ store }: Context, { configuration }: PortalSession): PortalFeatures | undefined =>
  store.find('portalConfigurations', configuration)?.features

/** The prices that a configuration lets a person change to. */
export const allowedPrices = ({
  features: { subscription_update },
}: Pick<PortalConfiguration, 'features'>): string[] =>
  subscription_update.enabled && subscription_update.default_allowed_updates.includes('price')
    ? subscription_update.products.flatMap(({ prices }) => prices)
    : []

/** Other plans than the present one that the configuration offers, dearest first. */
export function otherPrices(context: Context, session: PortalSession, subscription: Subscription): Price[] {
  const features = featuresOf(context, session)
  const present = itemOf(subscription).price
  return (features ? allowedPrices({ features }) : [])
    .flatMap((id) => context.store.find('prices', id) ?? [])
    .filter(({ id, active, product }) => active && id !== present.id && product !== present.product)
    .sort((a, b) => b.unit_amount - a.unit_amount)
}

/** Whether a change to this price waits for the period's end, by the configuration. */
export function isForLater(
  context: Context,
  session: PortalSession,
  subscription: Subscription,
  price: Price,
): boolean {
  const conditions = featuresOf(context, session)?.subscription_update.schedule_at_period_end.conditions ?? []
  const isLower = price.unit_amount < itemOf(subscription).price.unit_amount
  return isLower && conditions.some(({ type }) => type === 'decreasing_item_amount')
}

/** The plan that a schedule brings at the period's end. */
export function nextPrice({ store }: Context, subscription: Subscription): Price | undefined {
  const schedule = subscription.schedule ? store.find('schedules', subscription.schedule) : undefined
  const next = schedule?.phases.find(({ start_date }) => start_date >= itemOf(subscription).current_period_end)
  return next?.items[0] && store.find('prices', next.items[0].price)
}

export function cancelByPerson(context: Context, session: PortalSession, subscription: Subscription): void {
  if (featuresOf(context, session)?.subscription_cancel.mode === 'immediately') {
    cancelAtOnce(context, subscription)
    return
  }
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

/** A change that holds at once, and is paid for as the configuration has it. */
export function switchNow(context: Context, session: PortalSession, subscription: Subscription, price: Price): void {
  const before = structuredClone({ items: { data: subscription.items.data } })
  releaseSchedule(context, subscription)
  changePrice(context, subscription, {
    price,
    quantity: itemOf(subscription).quantity,
    proration: featuresOf(context, session)?.subscription_update.proration_behavior ?? 'none',
    behavior: 'pending_if_incomplete',
    at: context.clock.now(),
  })
  context.emit('customer.subscription.updated', subscription, before)
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
export const payOpen = (context: Context, invoice: Invoice): Payment =>
  paymentBy(context, invoice, attemptPayment(context, invoice, 'change'))

/** An open invoice is paid with a card that was just typed, which pays nothing else. */
export const payTyped = (context: Context, invoice: Invoice, card: Card): Payment =>
  paymentBy(context, invoice, attemptPayment(context, invoice, 'checkout', createCard(context, card)))

function paymentBy(context: Context, invoice: Invoice, outcome: ChargeOutcome): Payment {
  if (outcome.status === 'succeeded') return 'paid'
  if (outcome.status === 'requires_action') return 'second step'
  context.emit('invoice.payment_failed', invoice)
  return 'declined'
}
