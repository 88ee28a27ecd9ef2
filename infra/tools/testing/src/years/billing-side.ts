import { bonusDifferences } from '@utter/billing/domain/bonus-calls'
import { type Found, ledgerDifferences } from '@utter/billing/domain/differences'
import { nextState, planFields } from '@utter/billing/domain/next-state'
import { overageOf } from '@utter/billing/domain/overage-due'
import type { SeenSubscription } from '@utter/billing/domain/seen-subscription'
import type { Split, Subscription } from '@utter/billing/domain/subscription'
import { billOverage } from '@utter/billing/lifecycle/bills/bill-overage'
import type { InvoiceItem } from '@utter/billing/store/invoice-items'
import { maxSegments } from '@utter/contracts/calls'
import type { Segments } from '@utter/contracts/http/internal/jobs/list-segments'
import type { Plan } from '@utter/contracts/plans'
import { planOf } from '@utter/contracts/plans'

type Row = { period: Date; segment: Date; calls: number }
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
  const held = () => jobs(now).map((one) => ({ ...one, start: new Date(one.start) }))

  const deps = {
    subscriptions: {
      billed: async () => {},
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
        items.set(item._id, item)
        return item
      },
      made: async () => {},
      sent: async () => {},
    },
    jobs: { segments: async () => jobs(now) },
    payments: {
      stripe: {
        invoiceItems: { list: () => [], create: async () => ({ id: `ii_${++made}` }) },
        invoices: { list: async () => ({ data: [] }), create: async () => ({}) },
        subscriptions: { retrieve: async () => ({ default_payment_method: null }) },
      },
    },
    clock: { now: () => now },
    log: { error: () => {} },
  } as unknown as Parameters<typeof billOverage>[0]

  return {
    account: () => account,
    enter({ segment, month: period }: { segment: Date; month: Date }): void {
      const row = rows.get(segment.toISOString()) ?? { period, segment, calls: 0 }
      rows.set(segment.toISOString(), { ...row, calls: row.calls + 1 })
    },
    /** The account's state after what Stripe has; undefined: the same. */
    refresh(seen: SeenSubscription[], at: Date): Subscription | undefined {
      const state = nextState(account, seen, plans, at)
      if (!state) return undefined
      const kept = Object.entries(account).filter(([name]) => !(planFields as readonly string[]).includes(name))
      account = { ...(Object.fromEntries(kept) as Subscription), ...state }
      return account
    },
    /** The items that a bill makes. */
    async bill(at: Date): Promise<{ isDone: boolean; items: InvoiceItem[] }> {
      now = at
      const before = new Set(items.keys())
      const isDone = await billOverage(deps, account)
      return { isDone, items: [...items.values()].filter(({ _id }) => !before.has(_id)) }
    },
    /** Differences that the comparison of a night finds in these books. */
    differences(at: Date): Found[] {
      now = at
      const { terms = [], splits = [] } = account
      const own = [...items.values()].map(({ _id: key, segment, quantity }) => ({
        key,
        segment,
        quantity,
        isSent: true,
      }))
      const all = { terms, rows: ledgerRows(new Date(0)), splits, held: held() }
      const freeCalls = planOf(plans, 'free').apiCallsLimit
      const isFull = terms.length === maxSegments
      const since = isFull ? all.rows.filter(({ period }) => period >= (terms[0]?.period ?? at)) : all.rows
      return [
        ...ledgerDifferences(overageOf(terms, since, all.held, splits), own),
        ...bonusDifferences({ ...all, rows: since, items: own, freeCalls }),
      ]
    },
  }
}
