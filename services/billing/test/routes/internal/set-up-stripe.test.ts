import { standardPlans } from '@utter/contracts/plans'
import { openSandbox } from '@utter/stripe-sandbox/open-sandbox'
import { problem } from '@utter/testing/problems'
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { apiVersion, createStripe } from '../../../src/stripe/client.ts'
import { eventTypes } from '../../../src/stripe/event-types.ts'
import { setUpStripe } from '../../../src/stripe/set-up.ts'
import { callers, openBilling } from '../../support/open-billing.ts'
import { openPaying } from '../../support/open-paying.ts'

const path = '/internal/stripe/setup'
const publicUrl = 'https://utter.example'
const cheaper = standardPlans.map((plan) => (plan.name === 'starter' ? { ...plan, price: 29 } : plan))
const lookupKeys = ['utter_starter', 'utter_creator', 'utter_pro']

/** A Stripe account in which nothing is made yet. */
async function openFresh() {
  const sandbox = await openSandbox()
  const stripe = createStripe(sandbox.key, sandbox.url)
  const portals = () =>
    stripe.billingPortal.configurations.list({
      active: true,
      expand: ['data.features.subscription_update.products'],
    })
  return {
    sandbox,
    stripe,
    setUp: (plans = standardPlans) => setUpStripe({ stripe, plans, publicUrl }),
    prices: async () => (await stripe.prices.list({ lookup_keys: lookupKeys, active: true })).data,
    endpoints: async () => (await stripe.webhookEndpoints.list()).data,
    portals: async () => (await portals()).data,
    [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose](),
  }
}
type Fresh = Awaited<ReturnType<typeof openFresh>>
/** The price of the pro plan. */
const proOf = async ({ prices }: Fresh) => {
  const found = (await prices()).find(({ lookup_key }) => lookup_key === 'utter_pro')
  if (!found) throw new Error('it has no price')
  return found
}

test('all is made once, and a second time nothing changes; the signing secret is answered where it was made', async () => {
  await using fresh = await openFresh()
  const { changes, webhookSecret } = await fresh.setUp()
  expect(changes).toHaveLength(8)
  expect(webhookSecret).toBe(fresh.sandbox.webhookSecret)
  expect(changes.join('\n')).not.toContain(webhookSecret)
  const prices = await fresh.prices()
  expect(prices.map(({ lookup_key, unit_amount }) => [lookup_key, unit_amount]).sort()).toEqual([
    ['utter_creator', 7_900],
    ['utter_pro', 19_900],
    ['utter_starter', 3_900],
  ])
  for (const price of prices)
    expect(price).toMatchObject({ currency: 'usd', recurring: { interval: 'month' }, tax_behavior: 'exclusive' })
  expect(await fresh.endpoints()).toMatchObject([
    { url: `${publicUrl}/api/stripe/webhook`, status: 'enabled', api_version: apiVersion },
  ])
  expect(await fresh.setUp()).toEqual({ changes: [] })
})

test('the portal ends a plan with its period, and lowers it from then on; it offers what is sold', async () => {
  await using fresh = await openFresh()
  await fresh.setUp()
  const [portal] = await fresh.portals()
  const features = portal?.features
  expect(features?.subscription_cancel).toMatchObject({ enabled: true, mode: 'at_period_end' })
  expect(features?.subscription_update).toMatchObject({
    enabled: true,
    default_allowed_updates: ['price'],
    proration_behavior: 'always_invoice',
    schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }, { type: 'shortening_interval' }] },
  })
  const offered = features?.subscription_update.products?.flatMap(({ prices }) => prices)
  expect(offered?.sort()).toEqual((await fresh.prices()).map(({ id }) => id).sort())
  expect([features?.invoice_history.enabled, features?.payment_method_update.enabled]).toEqual([true, true])
  expect(features?.customer_update.allowed_updates).toEqual(expect.arrayContaining(['address', 'tax_id']))
})

test('three set-ups at once make one of each, and know one secret', async () => {
  await using fresh = await openFresh()
  const outcomes = await Promise.all([1, 2, 3].map(() => fresh.setUp()))
  expect((await fresh.stripe.products.list()).data).toHaveLength(3)
  expect((await fresh.stripe.prices.list()).data).toHaveLength(3)
  expect(await fresh.portals()).toHaveLength(1)
  expect(await fresh.endpoints()).toHaveLength(1)
  const secrets = outcomes.flatMap(({ webhookSecret }) => webhookSecret ?? [])
  expect(new Set(secrets)).toEqual(new Set([fresh.sandbox.webhookSecret]))
})

test('a changed price moves the key to a new price, and back again; the portal follows', async () => {
  await using fresh = await openFresh()
  const present = async () => (await fresh.prices()).find(({ lookup_key }) => lookup_key === 'utter_starter')
  const offers = async () =>
    (await fresh.portals())[0]?.features.subscription_update.products?.flatMap(({ prices }) => prices)
  await fresh.setUp()
  const first = await present()
  const { changes } = await fresh.setUp(cheaper)
  expect(changes).toEqual([
    `The price of starter is 29 dollars a month, as utter_starter in place of ${first?.id}.`,
    'The configuration of the billing portal was changed to what the plans need.',
  ])
  const second = await present()
  expect(second).toMatchObject({ unit_amount: 2_900, product: first?.product })
  expect([(await offers())?.includes(second?.id ?? ''), (await offers())?.includes(first?.id ?? '')]).toEqual([
    true,
    false,
  ])
  await fresh.setUp()
  expect(await present()).toMatchObject({ unit_amount: 3_900 })
  expect(await fresh.setUp()).toEqual({ changes: [] })
})

type Other = Partial<Stripe.PriceCreateParams> & { currency?: 'usd' | 'eur' }
test.each<[string, Other]>([
  ['a year', { recurring: { interval: 'year' } }],
  ['in euros', { currency: 'eur' }],
  ['with tax inside', { tax_behavior: 'inclusive' }],
])('a price of the right amount %s is replaced', async (_, other) => {
  await using fresh = await openFresh()
  await fresh.setUp()
  const right = await proOf(fresh)
  const wrong = await fresh.stripe.prices.create({
    ...{ product: String(right.product), currency: 'usd', unit_amount: 19_900, recurring: { interval: 'month' } },
    ...{ tax_behavior: 'exclusive', lookup_key: 'utter_pro', transfer_lookup_key: true, metadata: { tier: 'pro' } },
    ...other,
  })
  expect((await fresh.setUp()).changes[0]).toContain(`in place of ${wrong.id}`)
  const made = await proOf(fresh)
  expect(made).toMatchObject({ currency: 'usd', recurring: { interval: 'month' }, tax_behavior: 'exclusive' })
  expect(await fresh.setUp()).toEqual({ changes: [] })
})

test('a price that says nothing of tax stays, and says that it comes on top', async () => {
  await using fresh = await openFresh()
  const product = await fresh.stripe.products.create({ name: 'Utter Pro', metadata: { tier: 'pro' } })
  const { id } = await fresh.stripe.prices.create({
    ...{ product: product.id, currency: 'usd', unit_amount: 19_900, recurring: { interval: 'month' } },
    ...{ lookup_key: 'utter_pro', metadata: { tier: 'pro' } },
  })
  await fresh.setUp()
  expect(await proOf(fresh)).toMatchObject({ id, tax_behavior: 'exclusive' })
})

test('what was archived is in use again, also within the day in which it was made', async () => {
  await using fresh = await openFresh()
  await fresh.setUp()
  const pro = await proOf(fresh)
  await fresh.stripe.prices.update(pro.id, { active: false })
  await fresh.stripe.products.update(String(pro.product), { active: false })
  expect((await fresh.setUp()).changes).toEqual([
    'The product of pro was archived, and is in use again.',
    'The price of pro is in use, and tax comes on top of it.',
  ])
  expect(await proOf(fresh)).toMatchObject({ id: pro.id, active: true })
  expect(await fresh.stripe.products.retrieve(String(pro.product))).toMatchObject({ active: true })
  expect(await fresh.setUp()).toEqual({ changes: [] })
})

test('what was removed within the day in which it was made is made anew', async () => {
  await using fresh = await openFresh()
  await fresh.setUp()
  for (let round = 0; round < 2; round++) {
    const [[endpoint], [portal]] = [await fresh.endpoints(), await fresh.portals()]
    await fresh.stripe.webhookEndpoints.del(endpoint?.id ?? '')
    await fresh.stripe.billingPortal.configurations.update(portal?.id ?? '', { active: false })
    const { changes, webhookSecret } = await fresh.setUp()
    expect([changes.length, webhookSecret]).toEqual([2, expect.stringMatching(/^whsec_/)])
    expect((await fresh.endpoints()).map(({ id }) => id)).not.toEqual([endpoint?.id])
    expect((await fresh.portals()).map(({ id }) => id)).not.toEqual([portal?.id])
    expect(await fresh.setUp()).toEqual({ changes: [] })
  }
})

test('a disabled endpoint is enabled, one that lacks events gets them and keeps its others', async () => {
  await using fresh = await openFresh()
  await fresh.setUp()
  const [endpoint] = await fresh.endpoints()
  await fresh.stripe.webhookEndpoints.update(endpoint?.id ?? '', {
    ...{ disabled: true, enabled_events: ['invoice.paid', 'payout.paid'] },
  })
  expect((await fresh.setUp()).changes).toEqual([
    expect.stringContaining('gets further events'),
    expect.stringContaining('was disabled, and is enabled'),
  ])
  const [after] = await fresh.endpoints()
  expect(after).toMatchObject({ id: endpoint?.id, status: 'enabled' })
  expect(after?.enabled_events).toEqual(expect.arrayContaining(['payout.paid', ...eventTypes]))
})

test('a portal that was changed by hand does again what the pages promise; what it has besides stays', async () => {
  await using fresh = await openFresh()
  await fresh.setUp()
  const [portal] = await fresh.portals()
  await fresh.stripe.billingPortal.configurations.update(portal?.id ?? '', {
    name: 'Ours',
    features: { subscription_cancel: { enabled: true, mode: 'immediately' }, invoice_history: { enabled: false } },
  })
  expect((await fresh.setUp()).changes).toHaveLength(1)
  expect(await fresh.portals()).toMatchObject([
    { id: portal?.id, name: 'Ours', features: { subscription_cancel: { mode: 'at_period_end' } } },
  ])
  expect(await fresh.setUp()).toEqual({ changes: [] })
})

test('a price of the right amount a year is not for sale', async () => {
  await using paying = await openPaying()
  const { product } = await paying.stripe.prices.retrieve(paying.priceId('pro'))
  await paying.stripe.prices.create({
    ...{ product: String(product), currency: 'usd', unit_amount: 19_900, recurring: { interval: 'year' } },
    ...{ lookup_key: 'utter_pro', transfer_lookup_key: true, metadata: { tier: 'pro' } },
  })
  await paying.payments.catalog.load()
  expect(paying.priceId('pro')).toBe('')
})

test('200: in the sandbox all is there from the start, so the operator changes nothing', async () => {
  await using paying = await openPaying()
  const answer = await paying.billing.request('POST', path, callers.internal('operator'))
  expect(answer).toMatchObject({ status: 200, body: { changes: [] } })
  const { body } = await paying.billing.request('GET', '/api/plans', callers.visitor)
  const offers = body as { name: string; priceId?: string; contact?: string }[]
  expect(offers.map(({ name, priceId }) => [name, priceId])).toEqual([
    ['free', undefined],
    ['starter', paying.priceId('starter')],
    ['creator', paying.priceId('creator')],
    ['pro', paying.priceId('pro')],
    ['enterprise', undefined],
  ])
  expect(paying.priceId('pro')).toMatch(/^price_/)
})

test('503: payments are not configured', async () => {
  await using billing = await openBilling()
  expect(await billing.request('POST', path, callers.internal('operator'))).toMatchObject(
    problem(503, 'Payments are not configured', 'payments_not_configured'),
  )
})
