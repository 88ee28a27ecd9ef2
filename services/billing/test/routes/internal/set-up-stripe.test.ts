import { standardPlans } from '@utter/contracts/plans'
import { openSandbox } from '@utter/stripe-sandbox/open-sandbox'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { createStripe } from '../../../src/stripe/client.ts'
import { setUpStripe } from '../../../src/stripe/set-up.ts'
import { callers, openBilling } from '../../support/open-billing.ts'
import { openPaying } from '../../support/open-paying.ts'

const path = '/internal/stripe/setup'
const publicUrl = 'https://utter.example'
const cheaper = standardPlans.map((plan) => (plan.name === 'starter' ? { ...plan, price: 29 } : plan))

test('products, prices and the endpoint are made once, and a second time nothing changes', async () => {
  await using sandbox = await openSandbox()
  const stripe = createStripe(sandbox.key, sandbox.url)
  const made = await setUpStripe({ stripe, plans: standardPlans, publicUrl })
  expect(made).toHaveLength(7)
  expect(made.join('\n')).not.toContain(sandbox.webhookSecret)
  const prices = (await stripe.prices.list({ lookup_keys: ['utter_starter', 'utter_creator', 'utter_pro'] })).data
  expect(prices.map(({ lookup_key, unit_amount }) => [lookup_key, unit_amount]).sort()).toEqual([
    ['utter_creator', 7_900],
    ['utter_pro', 19_900],
    ['utter_starter', 3_900],
  ])
  const [endpoint] = (await stripe.webhookEndpoints.list()).data
  expect(endpoint).toMatchObject({ url: `${publicUrl}/api/stripe/webhook` })
  expect(await setUpStripe({ stripe, plans: standardPlans, publicUrl })).toEqual([])
})

test('two set-ups at once make one of each', async () => {
  await using sandbox = await openSandbox()
  const stripe = createStripe(sandbox.key, sandbox.url)
  await Promise.all([0, 1, 2].map(() => setUpStripe({ stripe, plans: standardPlans, publicUrl })))
  expect((await stripe.products.list()).data).toHaveLength(3)
  expect((await stripe.prices.list()).data).toHaveLength(3)
})

test('a changed price moves the key to a new price, and back again', async () => {
  await using sandbox = await openSandbox()
  const stripe = createStripe(sandbox.key, sandbox.url)
  const present = async () => (await stripe.prices.list({ lookup_keys: ['utter_starter'] })).data
  await setUpStripe({ stripe, plans: standardPlans, publicUrl })
  const [first] = await present()
  const changes = await setUpStripe({ stripe, plans: cheaper, publicUrl })
  expect(changes).toEqual([`The price of starter is 29 dollars a month, as utter_starter in place of ${first?.id}.`])
  expect(await present()).toMatchObject([{ unit_amount: 2_900, product: first?.product }])
  await setUpStripe({ stripe, plans: standardPlans, publicUrl })
  expect(await present()).toMatchObject([{ unit_amount: 3_900 }])
  expect(await setUpStripe({ stripe, plans: standardPlans, publicUrl })).toEqual([])
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
