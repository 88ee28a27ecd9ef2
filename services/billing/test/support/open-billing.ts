import { randomUUID } from 'node:crypto'
import { standardPlans } from '@utter/contracts/plans'
import { type Caller, createIdentityGuard, identityHeader } from '@utter/http/identity'
import { openMongo } from '@utter/storage/mongo'
import { createLog } from '@utter/telemetry/log'
import { createTestIdentity } from '@utter/testing/identity'
import { inject } from 'vitest'
import '@utter/testing/setup/provided'
import { buildApp } from '../../src/app.ts'
import type { Subscription } from '../../src/domain/subscription.ts'
import { openLedger } from '../../src/store/ledger.ts'
import { openSubscriptions } from '../../src/store/subscriptions.ts'

export type Billing = Awaited<ReturnType<typeof openBilling>>
/** When everything happens that billing dates. */
export const now = new Date('2026-01-31T12:00:00Z')

const identity = createTestIdentity()
const [gateway, operator] = [identity.signer('gateway'), identity.signer('operator')]
const caller: Caller = { address: '10.0.0.1' }
/** Tokens as the gateway and the operator sign them for billing. */
export const tokens = { visitor: gateway.caller('billing', caller), operator: operator.internal('billing') }

type Row = [caller: string, token: string | undefined]
const noCaller: Row[] = [
  ['no token', undefined],
  ['a token that is none', 'nonsense'],
  ['a token by another key', createTestIdentity().signer('gateway').caller('billing', caller)],
  ['a token for another service', gateway.caller('account', caller)],
  ['a caller of another signer', identity.signer('notifier').caller('billing', caller)],
]
/** Callers that a route refuses with 401, by the kind of the route. */
export const refused = {
  public: [...noCaller, ['a process', gateway.internal('billing')]] as Row[],
  operator: [
    ...noCaller,
    ['a visitor', tokens.visitor],
    ['another process', identity.signer('account').internal('billing')],
    ['the operator, for another service', operator.internal('jobs')],
  ] as Row[],
}

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
      guard: createIdentityGuard(identity.publicKeys, 'billing'),
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
