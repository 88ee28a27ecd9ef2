import { randomUUID } from 'node:crypto'
import { standardPlans } from '@utter/contracts/plans'
import { createIdentityGuard, identityHeader } from '@utter/http/identity'
import { openMongo } from '@utter/storage/mongo'
import { createLog } from '@utter/telemetry/log'
import { createCallers } from '@utter/testing/callers'
import { inject } from 'vitest'
import '@utter/testing/setup/provided'
import { buildApp } from '../../src/app.ts'
import type { Subscription } from '../../src/domain/subscription.ts'
import { openLedger } from '../../src/store/ledger.ts'
import { openSubscriptions } from '../../src/store/subscriptions.ts'

export type Billing = Awaited<ReturnType<typeof openBilling>>
/** When everything happens that billing dates. */
export const now = new Date('2026-01-31T12:00:00Z')

export const callers = createCallers('billing')

/** The real billing service on real stores, with a relay that only collects. */
export async function openBilling(mongoUrl = inject('backing').MONGO_URL) {
  const log = createLog('billing', 'silent')
  const closing = new AsyncDisposableStack()
  const mongo = await openMongo(mongoUrl, `billing-${randomUUID().slice(0, 8)}`, log)
  closing.defer(() => mongo.close())
  const [subscriptions, ledger] = [await openSubscriptions(mongo.connection), await openLedger(mongo.connection)]
  /** Subscriptions that were handed to the relay, to be published at once. */
  const relayed: Subscription[] = []
  const app = buildApp(
    {
      subscriptions,
      ledger,
      relay: { soon: (subscription) => void relayed.push(subscription) },
      plans: standardPlans,
      guard: createIdentityGuard(callers.publicKeys, 'billing'),
      clock: { now: () => now },
    },
    log,
  )
  closing.defer(() => app.close())
  return {
    subscriptions,
    ledger,
    relayed,
    async request(method: 'GET' | 'PUT', url: string, token: string | undefined, body?: object) {
      const headers = token === undefined ? {} : { [identityHeader]: token }
      const answer = await app.inject({ method, url, headers, ...(body && { payload: body }) })
      return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}
