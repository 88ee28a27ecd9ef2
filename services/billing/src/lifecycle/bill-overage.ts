import { failpoint } from '@utter/runtime/failpoint'
import type { StripeDeps } from '../deps.ts'
import { type DueItem, overageDue, overageOf } from '../domain/overage-due.ts'
import type { Subscription } from '../domain/subscription.ts'
import type { InvoiceItem } from '../store/invoice-items.ts'
import { makeInvoiceItem } from '../stripe/make-invoice-item.ts'

/** The pause before jobs is asked again whether it has closed a segment that is over. */
const againMs = 5_000

type Deps = Pick<StripeDeps, 'subscriptions' | 'ledger' | 'items' | 'jobs' | 'payments' | 'clock'>

/**
 * Puts the overage of an account's ended periods on an invoice, each call once.
 * @returns false when jobs still takes calls from one of them: its overage is not known yet, and is billed later
 */
export async function billOverage(deps: Deps, subscription: Subscription): Promise<boolean> {
  const { subscriptions, ledger, items, jobs, payments, clock } = deps
  const { _id: userId, terms = [], stripeCustomerId } = subscription
  const [first] = terms
  if (!first || !stripeCustomerId) {
    await subscriptions.billed(subscription)
    return true
  }
  const before = await items.of(userId)
  for (const item of before) if (item.unsent) await makeInvoiceItem(payments.stripe, items, item)
  // The segments first: a row that is counted after them can be missing from this bill, and is never counted twice.
  const held = (await jobs.segments(userId)).map((one) => ({ ...one, start: new Date(one.start) }))
  const segments = overageOf(terms, await ledger.bySegment(userId, first.period), held)
  for (const due of overageDue(segments, before)) {
    const item = await items.intend(await intentOf(deps, subscription, stripeCustomerId, due))
    failpoint('item-intended')
    await makeInvoiceItem(payments.stripe, items, item)
  }
  const isWaiting = segments.some(({ isOver }) => !isOver)
  await subscriptions.billed(subscription, isWaiting ? new Date(clock.now().getTime() + againMs) : undefined)
  return !isWaiting
}

async function intentOf(
  { payments, clock }: Deps,
  { _id: userId, stripeSubscriptionId }: Subscription,
  customerId: string,
  { terms, quantity, number }: DueItem,
): Promise<InvoiceItem> {
  const { subscriptionId, period, segment, tier, overagePrice } = terms
  const key = `${subscriptionId}:${period.toISOString()}:${segment.toISOString()}`
  const drafts = stripeSubscriptionId
    ? await payments.stripe.invoices.list({ subscription: stripeSubscriptionId, status: 'draft', limit: 10 })
    : undefined
  const draft = drafts?.data.find((invoice) => invoice.billing_reason === 'subscription_cycle')
  return {
    _id: number === 0 ? key : `${key}:${number}`,
    userId,
    customerId,
    subscriptionId,
    period,
    segment,
    tier,
    quantity,
    price: overagePrice,
    ...(draft && { invoiceId: draft.id }),
    ...(!stripeSubscriptionId && { isLast: true }),
    at: clock.now(),
  }
}
