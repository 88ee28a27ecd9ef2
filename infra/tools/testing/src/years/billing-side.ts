import { bonusDifferences } from '@utter/billing/domain/bonus-calls'
import { type Found, ledgerDifferences } from '@utter/billing/domain/differences'
import { pastPlanOf } from '@utter/billing/domain/interim-bills'
import { nextState, planFields } from '@utter/billing/domain/next-state'
import { overageOf } from '@utter/billing/domain/overage-due'
import { netOf } from '@utter/billing/domain/overcharges'
import type { SeenSubscription } from '@utter/billing/domain/seen-subscription'
import type { Split, Subscription } from '@utter/billing/domain/subscription'
import { billInterim } from '@utter/billing/lifecycle/bills/bill-interim'
import { billOverage } from '@utter/billing/lifecycle/bills/bill-overage'
import type { Credit, InvoiceItem } from '@utter/billing/store/invoice-items'
import { maxSegments } from '@utter/contracts/calls'
import type { Segments } from '@utter/contracts/http/internal/jobs/list-segments'
import type { Plan } from '@utter/contracts/plans'
import { planOf } from '@utter/contracts/plans'

type Row = { period: Date; segment: Date; calls: number }
/** Dollars of overage that are lent, where a month's calls past the plan cost some cents. */
const overageSteps = [0.04, 0.08]

type Jobs = (now: Date) => Segments['segments']

/** Billing's documents in memory, and an invoice that takes each item; the bill itself is billing's own. */
export function openBillingSide(plans: Plan[], signedUpAt: Date, jobs: Jobs) {
  let account: Subscription = {
    _id: 'u',
    tier: 'free',
    status: 'active',
    signedUpAt,
    version: 0,
    stripeCustomerId: 'c',
  }
  const rows = new Map<string, Row>()
  const items = new Map<string, InvoiceItem>()
  let now = signedUpAt
  let made = 0
  const ledgerRows = (since: Date) =>
    [...rows.values()].filter(({ period }) => period >= since).sort((a, b) => a.segment.getTime() - b.segment.getTime())
  /** Credits since they were asked for. */
  let credits: { item: InvoiceItem; cents: number }[] = []
  const change = (id: string, fields: Partial<InvoiceItem>) => {
    const item = items.get(id)
    if (item) items.set(id, { ...item, ...fields })
  }
  const held = () => jobs(now).map((one) => ({ ...one, start: new Date(one.start) }))

  const deps = {
    subscriptions: {
      billed: async () => {},
      async interimCounted({ interim }: Subscription, callsLeft: number): Promise<void> {
        if (interim) account = { ...account, interim: { ...interim, callsLeft } }
      },
      async saveSplits(_userId: string, splits: Split[]): Promise<Split[]> {
        const kept = new Map((account.splits ?? []).map((one) => [one.segment.getTime(), one]))
        for (const one of splits) kept.set(one.segment.getTime(), one)
        const all = [...kept.values()].sort((a, b) => a.segment.getTime() - b.segment.getTime())
        account = { ...account, splits: all.slice(-maxSegments) }
        return account.splits ?? []
      },
    },
    ledger: { bySegment: async (_userId: string, since: Date) => ledgerRows(since) },
    items: {
      of: async () => [...items.values()],
      async intend(item: InvoiceItem): Promise<InvoiceItem> {
        items.set(item._id, { ...item, unsent: true })
        return { ...item, unsent: true }
      },
      made: async () => {},
      sent: async (id: string) => change(id, { unsent: false }),
      async intendCredit(id: string, credit: Credit): Promise<Credit> {
        change(id, { credit })
        return credit
      },
      credited: async (id: string, transactionId: string) => {
        const credit = items.get(id)?.credit
        if (credit) change(id, { credit: { ...credit, transactionId } })
      },
    },
    jobs: { segments: async () => jobs(now) },
    payments: {
      stripe: {
        invoiceItems: { list: () => [], create: async () => ({ id: `ii_${++made}` }) },
        invoices: {
          list: async () => ({ data: [] }),
          create: async () => ({ id: `in_${++made}` }),
          retrieve: async () => ({ status: 'paid' }),
        },
        customers: {
          listBalanceTransactions: () => [],
          async createBalanceTransaction(
            _id: string,
            { amount, metadata }: { amount: number; metadata: { item: string } },
          ) {
            const item = items.get(metadata.item)
            if (item) credits.push({ item, cents: amount })
            return { id: `cbtxn_${++made}` }
          },
        },
        subscriptions: { retrieve: async () => ({ default_payment_method: null, automatic_tax: { enabled: false } }) },
      },
    },
    clock: { now: () => now },
    overageSteps,
    log: { error: () => {}, info: () => {} },
  } as unknown as Parameters<typeof billOverage>[0] & Parameters<typeof billInterim>[0]

  return {
    account: () => account,
    enter({ segment, month: period }: { segment: Date; month: Date }): void {
      const row = rows.get(segment.toISOString()) ?? { period, segment, calls: 0 }
      rows.set(segment.toISOString(), { ...row, calls: row.calls + 1 })
      const { interim, stripeSubscriptionId, segmentStart, periodStart } = account
      const isCounted = interim?.segment.getTime() === segment.getTime()
      const isPresent = (segmentStart ?? periodStart)?.getTime() === segment.getTime()
      if (stripeSubscriptionId && isPresent && !isCounted)
        account = { ...account, interim: { segment, callsLeft: 0, rev: 0 } }
      else if (interim && periodStart?.getTime() === period.getTime())
        account = { ...account, interim: { ...interim, callsLeft: interim.callsLeft - 1 } }
    },
    /** Whether the rows of the present segment make an interim bill due, as far as they were counted. */
    isInterimDue: () => account.interim !== undefined && account.interim.callsLeft <= 0,
    /** Dollars that are lent before the next interim bill. */
    step(): number {
      const bills = new Set([...items.values()].flatMap(({ isInterim, invoiceId }) => (isInterim && invoiceId) || []))
      return overageSteps[Math.min(bills.size, overageSteps.length - 1)] ?? 0
    },
    /** The items that a bill in between makes. */
    async billInterim(at: Date): Promise<InvoiceItem[]> {
      now = at
      const before = new Set(items.keys())
      await billInterim(deps, account)
      return [...items.values()].filter(({ _id }) => !before.has(_id))
    },
    /** The account's state after what Stripe has; undefined: the same. */
    refresh(seen: SeenSubscription[], at: Date): Subscription | undefined {
      const state = nextState(account, seen, plans, at)
      if (!state) return undefined
      const kept = Object.entries(account).filter(([name]) => !(planFields as readonly string[]).includes(name))
      account = { ...(Object.fromEntries(kept) as Subscription), ...state }
      return account
    },
    /** The items that a bill makes, and what it gives back. */
    async bill(at: Date) {
      now = at
      credits = []
      const before = new Set(items.keys())
      const isDone = await billOverage(deps, account)
      return { isDone, items: [...items.values()].filter(({ _id }) => !before.has(_id)), credits }
    },
    /** Differences that the comparison of a night finds in these books. */
    differences(at: Date): Found[] {
      now = at
      const { terms = [], splits = [] } = account
      const own = [...items.values()].map((item) => ({
        ...{ key: item._id, segment: item.segment, quantity: netOf(item), isSent: true },
      }))
      const all = { terms, rows: ledgerRows(new Date(0)), splits, held: held() }
      const freeCalls = planOf(plans, 'free').apiCallsLimit
      const isFull = terms.length === maxSegments
      const since = isFull ? all.rows.filter(({ period }) => period >= (terms[0]?.period ?? at)) : all.rows
      return [
        ...ledgerDifferences(overageOf(terms, since, all.held, splits), own),
        ...ledgerDifferences(pastPlanOf(terms, since), own),
        ...bonusDifferences({ ...all, rows: since, items: own, freeCalls }),
      ]
    },
  }
}
