import { failpoint } from '@utter/runtime/failpoint'
import type { StripeDeps } from '../../deps.ts'
import { interimDue } from '../../domain/interim-bills.ts'
import { type DueItem, presentOverageOf } from '../../domain/overage-due.ts'
import type { Subscription } from '../../domain/subscription.ts'
import type { InvoiceItem } from '../../store/invoice-items.ts'
import { chargeInterimInvoice, isOwed, openInterimInvoice } from '../../stripe/bills/interim-invoice.ts'
import { ensureItem } from '../../stripe/bills/make-invoice-item.ts'
import { type RefreshDeps, refresh } from '../refresh.ts'
import { itemOf } from './item-of.ts'

export type InterimDeps = RefreshDeps & Pick<StripeDeps, 'ledger' | 'items' | 'jobs' | 'overageSteps'>

/**
 * Bills the overage of a period that goes on once it costs a step, by an invoice of its own that is paid at once. Where it is not, overage is
 * sold no more until it is. The account stays due until all of it is done, so that another process goes on after a death.
 */
export async function billInterim(deps: InterimDeps, leased: Subscription): Promise<void> {
  const { subscriptions, ledger, items, jobs, overageSteps } = deps
  const { _id: userId, terms = [], splits, stripeCustomerId, closedAt } = leased
  const present = terms.at(-1)
  // A deleted account is billed by its end.
  if (!present || !stripeCustomerId || closedAt) return subscriptions.dropInterim(leased)
  await charge(deps, userId, (await items.of(userId)).filter(isPending))
  // The segments first: a row that is counted after them can be missing from this bill, and is never counted twice.
  const held = (await jobs.segments(userId)).map((one) => ({ ...one, start: new Date(one.start) }))
  const rows = await ledger.bySegment(userId, present.period)
  const segments = presentOverageOf(terms, rows, held, splits)
  const { due, callsLeft } = interimDue(segments, await items.of(userId), overageSteps)
  await charge(deps, userId, await intend(deps, leased, due))
  await subscriptions.interimCounted(leased, callsLeft)
}

const isPending = ({ isInterim, unsent }: InvoiceItem): boolean => isInterim === true && unsent === true

/** The draft comes before the items that name it: whoever finds one of these puts it there and nowhere else. */
async function intend(
  { items, payments, clock }: InterimDeps,
  account: Subscription,
  due: DueItem[],
): Promise<InvoiceItem[]> {
  const [first] = due
  const { stripeCustomerId: customerId } = account
  if (!first || !customerId) return []
  const key = itemOf(account, customerId, first, clock.now())._id
  const invoiceId = await openInterimInvoice(payments.stripe, {
    ...{ key, customerId, subscriptionId: first.terms.subscriptionId },
  })
  failpoint('interim-drafted')
  const intended: InvoiceItem[] = []
  for (const one of due) {
    const item = itemOf(account, customerId, one, clock.now())
    // A segment that goes on is billed up to now.
    intended.push(await items.intend({ segmentEnd: item.at, ...item, invoiceId, isInterim: true }))
  }
  failpoint('interim-intended')
  // The bill of the period's end may have been quicker.
  return intended.filter(isPending)
}

/** Puts items on their invoices, which are charged then. */
async function charge(deps: InterimDeps, userId: string, pending: InvoiceItem[]): Promise<void> {
  const { subscriptions, items, payments, clock, log } = deps
  for (const item of pending) await ensureItem(payments.stripe, items, item)
  for (const invoiceId of new Set(pending.flatMap((item) => item.invoiceId ?? []))) {
    const status = await chargeInterimInvoice(payments.stripe, invoiceId)
    failpoint('interim-charged')
    if (!isOwed(status)) continue
    log.warn({ userId, invoice: invoiceId }, 'an interim bill is not paid: overage is not sold until it is')
    await subscriptions.billUnpaid(userId, invoiceId, clock.now())
    await refresh(deps, userId)
  }
  for (const { _id } of pending) await items.sent(_id)
}
