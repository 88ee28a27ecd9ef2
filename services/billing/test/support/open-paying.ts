import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { standardPlans } from '@utter/contracts/plans'
import { type Identity, identityHeader } from '@utter/http/identity'
import { cards } from '@utter/stripe-sandbox/finish-checkout'
import { openSandbox } from '@utter/stripe-sandbox/open-sandbox'
import { createLog } from '@utter/telemetry/log'
import { newIdentity } from '@utter/testing/callers'
import { openHttpServer } from '@utter/testing/http-server'
import {
  sweepClosing,
  sweepEvents,
  sweepInterim,
  sweepOverage,
  sweepWatched,
} from '../../src/lifecycle/start-sweeps.ts'
import { openPayments } from '../../src/stripe/bills/open-payments.ts'
import { type BillingOptions, callers, openBilling } from './open-billing.ts'

export type Paying = Awaited<ReturnType<typeof openPaying>>

type PayingOptions = Omit<BillingOptions, 'payments' | 'url'> & {
  /** A way on which the calls to the sandbox are seen. */
  between?: (sandboxUrl: string) => Promise<{ url: string } & AsyncDisposable>
  /** Whether tax comes on top of what is sold. */
  isTaxed?: boolean
}

/** The secret of Stripe's events that another has replaced a moment ago. */
export const secretBefore = 'whsec_before'

/** The real billing service on the sandbox, by the real client. Events reach it as they come, while `isReachable`. */
export async function openPaying({ between, isTaxed = false, ...options }: PayingOptions = {}) {
  const closing = new AsyncDisposableStack()
  const log = createLog('billing', 'silent')
  let isReachable = true
  /** Every event that was delivered, as it came. */
  const delivered: { body: Buffer; headers: Record<string, string>; status: number }[] = []
  const listener: RequestListener = async (request, response) => {
    const body = await buffer(request)
    const headers = {
      'content-type': String(request.headers['content-type']),
      'stripe-signature': String(request.headers['stripe-signature']),
    }
    const status = isReachable ? (await send(body, headers)).statusCode : 503
    if (isReachable) delivered.push({ body, headers, status })
    response.writeHead(status).end()
  }
  const { url } = closing.use(await openHttpServer(listener))
  const sandbox = closing.use(await openSandbox({ publicUrl: url }))
  const plans = options.plans ?? standardPlans
  const env = {
    STRIPE_SECRET_KEY: sandbox.key,
    STRIPE_WEBHOOK_SECRET: [sandbox.webhookSecret, secretBefore],
    STRIPE_SANDBOX_URL: between ? closing.use(await between(sandbox.url)).url : sandbox.url,
    PUBLIC_URL: url,
    STRIPE_TAX: isTaxed ? ('on' as const) : ('off' as const),
  }
  const payments = closing.use(await openPayments(env, plans, log))
  if (!payments) throw new Error('nothing is sold')
  const clock = () => new Date(sandbox.now() * 1_000)
  const billing = closing.use(await openBilling({ clock, ...options, payments, url }))
  // First of all, before billing is closed.
  closing.defer(async () => {
    isReachable = false
  })
  const stripeDeps = { ...billing.deps, payments }
  const { stripe } = sandbox

  const send = (body: Buffer, headers: Record<string, string>) =>
    billing.app.inject({
      method: 'POST',
      url: '/api/stripe/webhook',
      headers: { ...headers, [identityHeader]: callers.visitor },
      payload: body,
    })
  const post = (path: string, identity: Identity, body?: object) =>
    billing.request('POST', path, callers.account(identity), body)
  const priceId = (tier: 'starter' | 'creator' | 'pro') => payments.catalog.priceOf(tier) ?? ''

  return {
    billing,
    sandbox,
    stripe,
    payments,
    stripeDeps,
    delivered,
    send,
    post,
    priceId,
    url,
    reachable(is: boolean): void {
      isReachable = is
    },
    state: (identity: Identity) => billing.subscriptions.read(identity.userId),
    /** Everything that came is handled, and everything due is swept. */
    async settle(): Promise<void> {
      await sandbox.deliver()
      await sweepEvents(stripeDeps)
      await sweepWatched(stripeDeps)
      await sweepInterim(stripeDeps)
      await sweepOverage(stripeDeps)
      await sweepClosing(stripeDeps)
    },
    async checkout(tier: 'starter' | 'creator' | 'pro', identity: Identity): Promise<string> {
      const { body } = await post('/api/stripe/create-checkout-session', identity, { priceId: priceId(tier) })
      return body.url
    },
    /** A new account with this plan, paid for with this card. */
    async subscriber(tier: 'starter' | 'creator' | 'pro' = 'starter', card: string = cards.pays): Promise<Identity> {
      const identity = newIdentity()
      await sandbox.finishCheckout(await this.checkout(tier, identity), card)
      await sandbox.deliver()
      return identity
    },
    /** Calls that the ledger has of the present segment of an account, past those of the plan. */
    async enter(identity: Identity, calls: number): Promise<void> {
      const { periodStart, segmentStart } = (await billing.subscriptions.read(identity.userId)) ?? {}
      if (!periodStart) throw new Error('there is no period')
      const row = { userId: identity.userId, period: periodStart, segment: segmentStart ?? periodStart }
      await Promise.all(
        Array.from({ length: calls }, () =>
          billing.ledger.enter({ _id: randomUUID(), ...row, completedAt: new Date() }),
        ),
      )
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}
