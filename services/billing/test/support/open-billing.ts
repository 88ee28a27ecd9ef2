import type { Segments } from '@utter/contracts/http/internal/jobs/list-segments'
import { type Plan, standardPlans } from '@utter/contracts/plans'
import { createIdentityGuard, identityHeader } from '@utter/http/identity'
import type { OutgoingEvent } from '@utter/messaging/outgoing-event'
import { openDeletedAccounts } from '@utter/storage/deleted-accounts'
import { openErasure } from '@utter/storage/erasure'
import { createLog } from '@utter/telemetry/log'
import { createCallers } from '@utter/testing/callers'
import { openDatabase } from '@utter/testing/setup/databases'
import '@utter/testing/setup/provided'
import { buildApp } from '../../src/app.ts'
import type { Subscription } from '../../src/domain/subscription.ts'
import { eraseSubscription } from '../../src/lifecycle/bills/close-account.ts'
import { openAdjustments } from '../../src/store/adjustments.ts'
import { openChores } from '../../src/store/chores.ts'
import { openDebts } from '../../src/store/debts.ts'
import { openFormerCustomers } from '../../src/store/former-customers.ts'
import { openInvoiceItems } from '../../src/store/invoice-items.ts'
import { openLedger } from '../../src/store/ledger.ts'
import { openStripeEvents } from '../../src/store/stripe-events.ts'
import { openSubscriptions } from '../../src/store/subscriptions.ts'
import type { Payments } from '../../src/stripe/payments.ts'

export type Billing = Awaited<ReturnType<typeof openBilling>>
/** When everything happens that billing dates. */
export const now = new Date('2026-01-31T12:00:00Z')
export const publicUrl = 'http://localhost:8080'
export const salesEmail = 'sales@utter.example'

export const callers = createCallers('billing')

export type BillingOptions = {
  mongoUrl?: string
  payments?: Payments | undefined
  clock?: () => Date
  url?: string
  plans?: Plan[]
  unverifiedCalls?: number
}

/** The real billing service on real stores, with a relay that only collects. Without `payments` nothing is sold. */
export async function openBilling({
  mongoUrl,
  payments,
  clock = () => now,
  url = publicUrl,
  plans = standardPlans,
  unverifiedCalls,
}: BillingOptions = {}) {
  const log = createLog('billing', 'silent')
  const closing = new AsyncDisposableStack()
  const mongo = await openDatabase('billing', mongoUrl)
  closing.defer(() => mongo.close())
  const subscriptions = await openSubscriptions(mongo.connection)
  const stores = {
    subscriptions,
    ledger: await openLedger(mongo.connection),
    events: await openStripeEvents(mongo.connection),
    items: await openInvoiceItems(mongo.connection),
    debts: await openDebts(mongo.connection),
    formerCustomers: await openFormerCustomers(mongo.connection),
    adjustments: await openAdjustments(mongo.connection),
    chores: await openChores(mongo.connection),
  }
  const time = { now: clock }
  const deleted = await openDeletedAccounts(mongo.connection)
  const erase = (userId: string) => eraseSubscription(subscriptions, payments !== undefined, userId, clock())
  const erasure = closing.use(openErasure({ deleted, erase, clock: time, log }))
  /** Events that were published at once. */
  const published: OutgoingEvent[] = []
  /** Subscriptions that were handed to the relay, to be published at once. */
  const relayed: Subscription[] = []
  /** The segments of accounts, as jobs has them. Absent: each that was used, without bonus calls. */
  const segments = new Map<string, Segments['segments']>()
  const usedSegments = async (userId: string): Promise<Segments['segments']> =>
    (await stores.ledger.bySegment(userId, new Date(0))).map(({ segment }) => ({
      ...{ start: segment.toISOString(), bonusBalance: 0, isPresent: false },
    }))
  const deps = {
    ...stores,
    erasure,
    relay: { soon: (subscription: Subscription) => void relayed.push(subscription) },
    plans,
    pastDueDays: 14,
    overageSteps: [1, 2],
    guard: createIdentityGuard(callers.publicKeys, 'billing'),
    jobs: { segments: async (userId: string) => segments.get(userId) ?? (await usedSegments(userId)) },
    publish: async (events: OutgoingEvent[]) => void published.push(...events),
    waitForJobsMs: 0,
    clock: time,
    log,
    payments,
    publicUrl: url,
    salesEmail,
    unverifiedCalls,
  }
  const app = buildApp(deps, log)
  closing.defer(() => app.close())
  return {
    ...stores,
    database: mongo.connection,
    erasure,
    deps,
    app,
    relayed,
    published,
    segments,
    async request(method: 'GET' | 'PUT' | 'POST', url: string, token: string | undefined, body?: object) {
      const headers = token === undefined ? {} : { [identityHeader]: token }
      const answer = await app.inject({ method, url, headers, ...(body && { payload: body }) })
      return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}
