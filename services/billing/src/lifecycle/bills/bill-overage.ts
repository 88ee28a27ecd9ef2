import { failpoint } from '@utter/runtime/failpoint'
import type { StripeDeps } from '../../deps.ts'
import { interimCredits } from '../../domain/interim-bills.ts'
import { type DueItem, overageDue, overageOf, type Segment, splitsDue, unknownOf } from '../../domain/overage-due.ts'
import { netOf } from '../../domain/overcharges.ts'
import type { Subscription } from '../../domain/subscription.ts'
import type { InvoiceItem } from '../../store/invoice-items.ts'
import { isCharged } from '../../stripe/bills/interim-invoice.ts'
import { makeInvoiceItem } from '../../stripe/bills/make-invoice-item.ts'
import { creditItem } from './credit-item.ts'
import { itemOf } from './item-of.ts'

/** The pause before jobs is asked again whether it has closed a segment that is over. */
const againMs = 5_000

type Deps = Pick<StripeDeps, 'subscriptions' | 'ledger' | 'items' | 'jobs' | 'payments' | 'clock' | 'log'>

/**
 * Puts the overage of an account's ended periods on an invoice, each call once.
 * @throws once all is tried, what Stripe refused or did not answer
 * @returns false when jobs still takes calls from one of them: its overage is not known yet, and is billed later
 */
export async function billOverage(deps: Deps, subscription: Subscription): Promise<boolean> {
  const { subscriptions, items, payments, clock } = deps
  const { _id: userId, terms: [first] = [], stripeCustomerId } = subscription
  if (!first || !stripeCustomerId) {
    await subscriptions.billed(subscription)
    return true
  }
  const before = await items.of(userId)
  const refusals: unknown[] = []
  /** An item that Stripe refuses holds up no other. That of an interim bill is for its own sweep. */
  const make = async (item: InvoiceItem) =>
    item.isInterim || (await makeInvoiceItem(payments.stripe, items, item).catch((error) => void refusals.push(error)))
  for (const item of before) if (item.unsent) await make(item)
  const segments = await segmentsOf(deps, subscription, first.period)
  let isWaiting = segments.some(({ isOver }) => !isOver)
  const billed = before.map((item) => ({ segment: item.segment, quantity: netOf(item) }))
  for (const due of overageDue(segments, billed)) {
    const item = await items.intend(await intentOf(deps, subscription, stripeCustomerId, due))
    failpoint('item-intended')
    // Another process intended it, by the rows that it had: the others are an item of their own.
    if (item.quantity !== due.quantity) isWaiting = true
    await make(item)
  }
  // Nothing was taken by an invoice that is given up.
  for (const one of interimCredits(segments, before))
    if (await isCharged(payments.stripe, one.item.invoiceId)) await creditItem(deps, one)
  if (refusals.length > 0) throw refusals.length === 1 ? refusals[0] : new AggregateError(refusals, 'items are refused')
  await subscriptions.billed(subscription, isWaiting ? new Date(clock.now().getTime() + againMs) : undefined)
  return !isWaiting
}

/** The account's segments by their splits, which are stored before anything is billed by them. */
async function segmentsOf(
  { subscriptions, ledger, jobs, log }: Deps,
  { _id: userId, terms = [], splits: before }: Subscription,
  since: Date,
): Promise<Segment[]> {
  // The segments first: a row that is counted after them can be missing from this bill, and is never counted twice.
  const held = (await jobs.segments(userId)).map((one) => ({ ...one, start: new Date(one.start) }))
  const rows = await ledger.bySegment(userId, since)
  const splits = await subscriptions.saveSplits(userId, splitsDue(overageOf(terms, rows, held, before), before))
  const segments = overageOf(terms, rows, held, splits)
  for (const { used, terms: of } of unknownOf(segments))
    log.error(
      { userId, segment: of.segment, tier: of.tier, used },
      'a segment cannot be billed: its bonus calls are not known',
    )
  return segments
}

async function intentOf(
  { payments, clock }: Deps,
  subscription: Subscription,
  customerId: string,
  due: DueItem,
): Promise<InvoiceItem> {
  const { stripeSubscriptionId } = subscription
  const drafts = stripeSubscriptionId
    ? await payments.stripe.invoices.list({ subscription: stripeSubscriptionId, status: 'draft', limit: 10 })
    : undefined
  const draft = drafts?.data.find((invoice) => invoice.billing_reason === 'subscription_cycle')
  return {
    ...itemOf(subscription, customerId, due, clock.now()),
    ...(draft && { invoiceId: draft.id }),
    ...((!stripeSubscriptionId || (due.terms.isLonger && !draft)) && { isLast: true }),
  }
}
