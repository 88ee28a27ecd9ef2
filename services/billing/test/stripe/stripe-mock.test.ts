import type { RequestListener } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { standardPlans } from '@utter/contracts/plans'
import { cards } from '@utter/stripe-sandbox/finish-checkout'
import { newIdentity } from '@utter/testing/callers'
import { openHttpServer } from '@utter/testing/http-server'
import { expect, test } from 'vitest'
import { startReconciling, sweepNightly } from '../../src/lifecycle/comparison/nightly.ts'
import { compareAccount } from '../../src/lifecycle/comparison/reconcile.ts'
import { refresh } from '../../src/lifecycle/refresh.ts'
import { makeCredit } from '../../src/stripe/bills/make-credit.ts'
import { apiVersion } from '../../src/stripe/client.ts'
import { setUpStripe } from '../../src/stripe/set-up.ts'
import { callers } from '../support/open-billing.ts'
import { openPaying } from '../support/open-paying.ts'
import { startStripeMock } from '../support/stripe-mock.ts'

/** Billing sends each of these, and no other call. */
const sent = [
  'DELETE /v1/customers/:id',
  'DELETE /v1/subscriptions/:id',
  'GET /v1/account',
  'GET /v1/billing_portal/configurations',
  'GET /v1/billing_portal/configurations/:id',
  'GET /v1/charges',
  'GET /v1/charges/:id',
  'GET /v1/checkout/sessions',
  'GET /v1/checkout/sessions/:id',
  'GET /v1/customers/:id',
  'GET /v1/customers/:id/balance_transactions',
  'GET /v1/disputes',
  'GET /v1/events',
  'GET /v1/invoiceitems',
  'GET /v1/invoices',
  'GET /v1/invoices/:id',
  'GET /v1/invoices/:id/lines',
  'GET /v1/prices',
  'GET /v1/prices/:id',
  'GET /v1/products',
  'GET /v1/products/:id',
  'GET /v1/refunds',
  'GET /v1/subscriptions',
  'GET /v1/subscriptions/:id',
  'GET /v1/tax/registrations',
  'GET /v1/tax/settings',
  'GET /v1/webhook_endpoints',
  'GET /v1/webhook_endpoints/:id',
  'POST /v1/billing_portal/configurations',
  'POST /v1/billing_portal/configurations/:id',
  'POST /v1/billing_portal/sessions',
  'POST /v1/checkout/sessions',
  'POST /v1/checkout/sessions/:id/expire',
  'POST /v1/customers',
  'POST /v1/customers/:id/balance_transactions',
  'POST /v1/invoiceitems',
  'POST /v1/invoices',
  'POST /v1/invoices/:id/finalize',
  'POST /v1/invoices/:id/mark_uncollectible',
  'POST /v1/invoices/:id/pay',
  'POST /v1/invoices/:id/void',
  'POST /v1/invoices/create_preview',
  'POST /v1/prices',
  'POST /v1/prices/:id',
  'POST /v1/products',
  'POST /v1/products/:id',
  'POST /v1/refunds',
  'POST /v1/subscription_schedules',
  'POST /v1/subscription_schedules/:id',
  'POST /v1/subscription_schedules/:id/release',
  'POST /v1/subscriptions/:id',
  'POST /v1/webhook_endpoints',
  'POST /v1/webhook_endpoints/:id',
]

/** The sandbox, by a way on which each call is also sent to stripe-mock. */
async function openMirror(mockUrl: string) {
  const calls = new Set<string>()
  const refused: string[] = []
  async function mirror(
    method: string,
    path: string,
    sentBody: Buffer,
    headers: Record<string, string>,
  ): Promise<void> {
    // Its specification is older: it has no name of our version, and not its parameter for ways to pay.
    const body = sentBody
      .toString()
      .replace(`&api_version=${apiVersion}`, '')
      .replace(/&allowed_payment_method_types\[\d\]=\w+/g, '')
    const answer = await fetch(mockUrl + path, {
      method,
      headers: { ...headers, authorization: 'Bearer sk_test_123' },
      ...(body && { body }),
    })
    const text = await answer.text()
    const call = `${method} ${path.split('?')[0]?.replace(/\/(?!v1)[a-z_]+_(?:test_)?[A-Za-z0-9]{14,}/, '/:id')}`
    calls.add(call)
    if (answer.status >= 400) refused.push(`${call} ${path.split('?')[1] ?? ''} ${body}: ${text}`)
  }
  return {
    calls,
    refused,
    listener:
      (sandboxUrl: string): RequestListener =>
      async (request, response) => {
        const [method = '', path = ''] = [request.method, request.url]
        const body = await buffer(request)
        const headers = Object.fromEntries(
          ['authorization', 'content-type', 'idempotency-key', 'stripe-version'].flatMap((name) => {
            const value = request.headers[name]
            return typeof value === 'string' ? [[name, value]] : []
          }),
        )
        await mirror(method, path, body, headers)
        const answer = await fetch(sandboxUrl + path, {
          method,
          headers,
          ...(body.length > 0 && { body: new Uint8Array(body) }),
        })
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
      },
  }
}

test('every call that billing sends is one of Stripe’s own', async ({ skip }) => {
  await using mock = await startStripeMock()
  if (!mock) return skip('stripe-mock is built by Go, which is not here')
  const mirror = await openMirror(mock.url)
  const plans = standardPlans.map((plan) => (plan.name === 'starter' ? { ...plan, apiCallsLimit: 5 } : plan))
  await using paying = await openPaying({ plans, between: (url) => openHttpServer(mirror.listener(url)) })
  const { stripe, billing, post, state, sandbox } = paying
  const operator = callers.internal('operator')
  const setUp = () => setUpStripe({ stripe: paying.payments.stripe, plans, publicUrl: paying.url })

  // A plan is bought at the second try, raised, declined, asked about by the bank, lowered and raised again.
  const buyer = newIdentity()
  for (let twice = 0; twice < 2; twice++) await paying.checkout('pro', buyer)
  await sandbox.finishCheckout(await paying.checkout('starter', buyer))
  await paying.settle()
  const upgrade = (identity: typeof buyer, tier: 'starter' | 'creator' | 'pro') =>
    post('/api/stripe/upgrade-subscription', identity, { priceId: paying.priceId(tier) })
  const priceId = paying.priceId('creator')
  const { tier, now, prorationDate } = (await post('/api/stripe/preview-upgrade', buyer, { priceId })).body.change
  const shown = { tier, amount: now.amount, prorationDate }
  expect((await post('/api/stripe/upgrade-subscription', buyer, { priceId, shown })).status).toBe(200)
  expect((await upgrade(buyer, 'starter')).status).toBe(200)
  expect((await upgrade(buyer, 'pro')).status).toBe(200)
  const declined = await paying.subscriber('starter', cards.failsLater)
  expect((await upgrade(declined, 'pro')).status).toBe(402)

  // Each way into the portal; the sandbox's pages look up a checkout.
  for (const tier of [undefined, 'creator', 'free'])
    await post('/api/stripe/billing-portal', buyer, tier === undefined ? undefined : { tier })
  const { pathname } = new URL(await paying.checkout('starter', newIdentity()))
  await billing.request('GET', pathname, callers.account(buyer)).catch(() => {})

  // Overage: in between, on the period's invoice, and as a last one.
  const heavy = await paying.subscriber('starter')
  await paying.enter(heavy, 5 + 25)
  const { periodStart: month = new Date(0) } = (await state(heavy)) ?? {}
  await billing.subscriptions.billRow({ _id: 'j', userId: heavy.userId, period: month, completedAt: month }, month)
  await paying.settle()
  expect((await billing.items.of(heavy.userId)).map(({ isInterim }) => isInterim)).toEqual([true])
  const caller = await paying.subscriber('starter')
  await paying.enter(caller, 8)
  await sandbox.advance(((await state(caller))?.periodEnd?.getTime() ?? 0) / 1_000 + 60)
  await paying.settle()
  await paying.enter(caller, 9)
  await stripe.subscriptions.cancel((await state(caller))?.stripeSubscriptionId ?? '')
  await sandbox.advance(sandbox.now() + 60)
  await paying.settle()
  expect((await billing.items.of(caller.userId)).map(({ quantity }) => quantity)).toEqual([3, 4])

  // The operator's commands, after an end whose event is lost, and after changes by hand at Stripe.
  paying.reachable(false)
  await stripe.subscriptions.cancel((await state(buyer))?.stripeSubscriptionId ?? '')
  await startReconciling(paying.stripeDeps)
  await sweepNightly(paying.stripeDeps)
  await compareAccount(paying.stripeDeps, caller.userId)
  const price = await stripe.prices.retrieve(paying.priceId('pro'))
  await stripe.prices.update(price.id, { active: false })
  await stripe.products.update(String(price.product), { active: false })
  const [endpoint] = (await stripe.webhookEndpoints.list()).data
  await stripe.webhookEndpoints.update(endpoint?.id ?? '', { disabled: true })
  const [portal] = (await stripe.billingPortal.configurations.list({ active: true })).data
  await stripe.billingPortal.configurations.update(portal?.id ?? '', {
    features: { invoice_history: { enabled: false } },
  })
  expect((await setUp()).changes).toHaveLength(4)
  expect((await billing.request('GET', '/internal/stripe/doctor', operator)).status).toBe(200)

  // A second subscription is refunded, bonus calls are credited, and accounts are deleted: one that pays what it owes, and one that does not.
  paying.reachable(true)
  const twice = await paying.subscriber('starter')
  const { stripeCustomerId: customer = '' } = (await state(twice)) ?? {}
  const [card] = (await stripe.paymentMethods.list({ customer })).data
  await stripe.subscriptions.create({
    customer,
    items: [{ price: paying.priceId('creator') }],
    default_payment_method: card?.id ?? '',
  })
  await refresh(paying.stripeDeps, twice.userId)
  const [item] = await billing.items.of(caller.userId)
  if (!item) throw new Error('nothing was billed')
  await makeCredit(paying.payments.stripe, item, 12)
  const denied = await paying.subscriber('starter', cards.disputed)
  await stripe.disputes.close((await stripe.disputes.list()).data[0]?.id ?? '')
  await paying.settle()
  await billing.request('GET', '/api/billing/invoices', callers.account(denied))
  await billing.request('GET', '/internal/billing/disputes', operator)
  const why = { reason: 'an outage', by: 'ada' }
  await billing.request('POST', `/internal/accounts/${twice.userId}/refunds`, operator, { ...why, cents: 100 })
  await billing.request('POST', `/internal/accounts/${twice.userId}/credits`, operator, { ...why, cents: 100 })
  await paying.enter(declined, 8)
  for (const { userId } of [caller, declined]) await billing.erasure.erase(userId)
  for (let day = 0; day < 31; day += 1) {
    await sandbox.advance(sandbox.now() + 86_400)
    await paying.settle()
  }
  expect([await state(caller), await state(declined)]).toEqual([null, null])

  expect(mirror.refused).toEqual([])
  expect([...mirror.calls].sort()).toEqual(sent)
}, 400_000)
