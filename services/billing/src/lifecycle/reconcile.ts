import { maxSegments } from '@utter/contracts/calls'
import {
  type Difference,
  differenceKinds,
  type Reconciliation,
} from '@utter/contracts/http/internal/billing/reconcile-billing'
import { planOf } from '@utter/contracts/plans'
import { Gauge } from 'prom-client'
import type { StripeDeps } from '../deps.ts'
import { bonusDifferences, spentBefore } from '../domain/bonus-calls.ts'
import {
  type Found,
  itemDifferences,
  ledgerDifferences,
  rowDifferences,
  subscriptionDifferences,
} from '../domain/differences.ts'
import { invoicedDifferences } from '../domain/invoiced-items.ts'
import { overageOf } from '../domain/overage-due.ts'
import type { Subscription } from '../domain/subscription.ts'
import { readInvoiceItems } from '../stripe/read-invoice-items.ts'
import { readSubscriptions } from '../stripe/read-subscriptions.ts'

const batch = 100
const differencesGauge = new Gauge({
  name: 'billing_differences',
  help: 'Differences between the ledger and the invoice items at Stripe, found by the last look through all accounts',
  labelNames: ['kind'],
})

/** Every account that has a customer at Stripe. Differences are listed, logged and counted; nothing is mended. */
export async function reconcileAll(deps: StripeDeps): Promise<Reconciliation> {
  const all: Reconciliation = { accounts: 0, differences: [] }
  for (let after = '', more = true; more; ) {
    const accounts = await deps.subscriptions.withCustomer(after, batch)
    for (const account of accounts) all.differences.push(...(await reconcile(deps, account)))
    all.accounts += accounts.length
    after = accounts.at(-1)?.stripeCustomerId ?? after
    more = accounts.length === batch
  }
  for (const kind of differenceKinds)
    differencesGauge.set({ kind }, all.differences.filter((one) => one.kind === kind).length)
  for (const difference of all.differences) deps.log.warn(difference, 'ledger and invoices differ')
  return all
}

/** Differences between an account's ledger and Stripe. */
export async function reconcile(deps: StripeDeps, account: Subscription): Promise<Difference[]> {
  const { payments, ledger, items, jobs, plans, clock } = deps
  const { _id: userId, terms = [], stripeCustomerId: customer } = account
  const [first] = terms
  if (!customer || !first) return []
  const own = (await items.of(userId)).map(({ _id, segment, quantity, price, at, unsent }) => ({
    key: _id,
    ...{ segment, quantity, price, at },
    isSent: !unsent,
  }))
  const theirs = await readInvoiceItems(payments.stripe, customer)
  const held = (await jobs.segments(userId)).map((one) => ({ ...one, start: new Date(one.start) }))
  const { splits = [] } = account
  // Rows before the first terms, of the free plan, are needed as long as none of the terms has made room.
  const isAnchored = terms.length === maxSegments || spentBefore({ terms, splits, held }) !== undefined
  const rows = await ledger.bySegment(userId, isAnchored ? first.period : new Date(0))
  const freeCalls = planOf(plans, 'free').apiCallsLimit
  const seen = await readSubscriptions(payments, account)
  const found: Found[] = [
    ...subscriptionDifferences(account, seen, plans, clock.now()),
    ...itemDifferences(own, theirs),
    ...invoicedDifferences(own, theirs, account, clock.now()),
    ...ledgerDifferences(overageOf(terms, rows, held, splits), own),
    ...rowDifferences(account, rows),
    ...bonusDifferences({ terms, rows, splits, held, items: own, freeCalls }),
  ]
  return found.map((difference) => ({ userId, ...difference }))
}
