import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { sweepEvents, sweepWatched } from '../../src/lifecycle/start-sweeps.ts'
import { callers, openBilling } from '../support/open-billing.ts'
import { openPaying, type Paying, secretBefore } from '../support/open-paying.ts'

const path = '/api/stripe/webhook'

const paying = await closedAfterAll(openPaying())

type Sent = Paying['delivered'][number]
const signed = (body: Buffer, secondsAgo = 0, secret = paying.sandbox.webhookSecret): Record<string, string> => ({
  'content-type': 'application/json; charset=utf-8',
  'stripe-signature': Stripe.webhooks.generateTestHeaderString({
    payload: body.toString(),
    secret,
    timestamp: Math.floor(Date.now() / 1_000) - secondsAgo,
  }),
})
const answerOf = async (body: Buffer, headers: Record<string, string>) => {
  const answer = await paying.send(body, headers)
  return { status: answer.statusCode, body: answer.json() }
}
/** The events of one account's checkout, held back, and the account. */
async function heldBack(act: (identity: ReturnType<typeof newIdentity>) => Promise<unknown>): Promise<Sent[]> {
  const identity = newIdentity()
  const from = paying.delivered.length
  await act(identity)
  await paying.sandbox.deliver()
  return paying.delivered.slice(from)
}

describe('an event', () => {
  test('that is delivered again changes nothing', async () => {
    const identity = await paying.subscriber('starter')
    const before = await paying.state(identity)
    for (const { body } of paying.delivered) expect((await paying.send(body, signed(body))).statusCode).toBe(200)
    expect(await paying.state(identity)).toEqual(before)
  })

  test('that nobody asked for is answered, and not kept', async () => {
    const body = Buffer.from(JSON.stringify({ id: 'evt_other', object: 'event', type: 'charge.updated', data: {} }))
    expect(await answerOf(body, signed(body))).toEqual({ status: 200, body: { received: true } })
    expect(await paying.billing.events.receive({ _id: 'evt_other', type: 'charge.updated' }, new Date())).toBe(true)
    await paying.billing.events.handled('evt_other')
  })

  test('of a customer that no account has is done with', async () => {
    const customer = await paying.stripe.customers.create({})
    const object = { object: 'subscription', id: 'sub_1', customer: customer.id }
    const event = { id: 'evt_stranger', object: 'event', type: 'customer.subscription.updated', data: { object } }
    const body = Buffer.from(JSON.stringify(event))
    expect(await answerOf(body, signed(body))).toMatchObject({ status: 200 })
    expect((await paying.billing.events.leaseUnhandled(new Date(8e15), 10)).leased).toEqual([])
  })

  test('200: signed with the secret that was replaced a moment ago', async () => {
    const body = Buffer.from(
      JSON.stringify({ id: 'evt_before', object: 'event', type: 'charge.updated', data: { object: {} } }),
    )
    expect((await paying.send(body, signed(body, 0, secretBefore))).statusCode).toBe(200)
  })

  test.each<[string, (sent: Sent) => [Buffer, Record<string, string>]]>([
    ['forged', ({ body }) => [body, signed(body, 0, 'whsec_another')]],
    ['an hour old', ({ body }) => [body, signed(body, 3_600)]],
    ['a little too old', ({ body }) => [body, signed(body, 302)]],
    ['encoded anew', ({ body, headers }) => [Buffer.from(JSON.stringify(JSON.parse(String(body)), null, 1)), headers]],
    ['without a signature', ({ body }) => [body, { 'content-type': 'application/json' }]],
    ['no JSON', () => [Buffer.from('{'), signed(Buffer.from('{'))]],
    ['empty', () => [Buffer.from(''), { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=0' }]],
  ])('400: %s', async (_name, make) => {
    const [sent] = await heldBack((identity) => paying.checkout('pro', identity).then(paying.sandbox.finishCheckout))
    if (!sent) throw new Error('no event came')
    const identity = await paying.subscriber('starter')
    const before = await paying.state(identity)
    expect(await answerOf(...make(sent))).toMatchObject(problem(400, 'Invalid signature', 'invalid_signature'))
    expect(await paying.state(identity)).toEqual(before)
  })
})

/** Every order of three. */
const orders = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
]
test('any three events in every order, each twice, lead to the same state', async () => {
  await using own = await openPaying()
  own.reachable(false)
  const identity = newIdentity()
  await own.sandbox.finishCheckout(await own.checkout('starter', identity))
  await own.post('/api/stripe/upgrade-subscription', identity, { priceId: own.priceId('pro') })
  const { stripeSubscriptionId = '' } = (await own.state(identity)) ?? {}
  await own.stripe.subscriptions.cancel(stripeSubscriptionId)
  const all = (await own.stripe.events.list({ limit: 100 })).data
  const wanted = all.filter(({ type }) => /^(checkout|customer\.subscription|invoice)\./.test(type))
  expect(wanted.length).toBeGreaterThan(5)
  const end = { tier: 'free', status: 'active', terms: [{ tier: 'starter' }, { tier: 'pro' }, { tier: 'free' }] }
  let turn = 0
  for (let first = 0; first + 3 <= wanted.length; first += 1)
    for (const order of orders) {
      turn += 1
      for (const index of [...order, ...order]) {
        const event = { ...wanted[first + index], id: `evt_${turn}_${index}` }
        const body = Buffer.from(JSON.stringify(event))
        const headers = Stripe.webhooks.generateTestHeaderString({
          payload: String(body),
          secret: own.sandbox.webhookSecret,
        })
        const { statusCode } = await own.send(body, { 'content-type': 'application/json', 'stripe-signature': headers })
        expect(statusCode).toBe(200)
      }
      expect(await own.state(identity)).toMatchObject(end)
    }
  expect(await own.state(identity)).not.toHaveProperty('stripeSubscriptionId')
})

test('a subscription that was deleted never rises again', async () => {
  await using own = await openPaying()
  const identity = await own.subscriber('pro')
  const { stripeSubscriptionId = '' } = (await own.state(identity)) ?? {}
  await own.stripe.subscriptions.cancel(stripeSubscriptionId)
  await own.settle()
  const ended = await own.state(identity)
  for (const { body } of own.delivered) {
    const again = Buffer.from(String(body).replace(/"id":"evt_/, '"id":"evt_again_'))
    const header = Stripe.webhooks.generateTestHeaderString({
      payload: String(again),
      secret: own.sandbox.webhookSecret,
    })
    await own.send(again, { 'content-type': 'application/json', 'stripe-signature': header })
  }
  expect(ended).toMatchObject({ tier: 'free' })
  expect(await own.state(identity)).toMatchObject({ tier: 'free', version: ended?.version, terms: ended?.terms })
  expect(await own.state(identity)).not.toHaveProperty('stripeSubscriptionId')
})

test('an event that could not be handled is answered, and handled by the sweep', async () => {
  await using own = await openPaying()
  const identity = newIdentity()
  const url = await own.checkout('starter', identity)
  const list = own.payments.stripe.subscriptions.list
  own.payments.stripe.subscriptions.list = (() => Promise.reject(new Error('no'))) as never
  await own.sandbox.finishCheckout(url)
  await own.sandbox.deliver()
  expect(own.delivered.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  expect(await own.state(identity)).toMatchObject({ tier: 'free' })
  own.payments.stripe.subscriptions.list = list
  await sweepEvents(own.stripeDeps)
  expect(await own.state(identity)).toMatchObject({ tier: 'starter' })
})

test('a checkout that was paid is found though no event ever came', async () => {
  await using own = await openPaying()
  own.reachable(false)
  const identity = newIdentity()
  await own.sandbox.finishCheckout(await own.checkout('starter', identity))
  expect(await own.state(identity)).toMatchObject({ tier: 'free' })
  await sweepWatched(own.stripeDeps)
  const found = await own.state(identity)
  expect(found).toMatchObject({ tier: 'starter' })
  expect(found).not.toHaveProperty('watchAt')
})

test('503: payments are not configured', async () => {
  await using billing = await openBilling()
  expect(await billing.request('POST', path, callers.visitor, {})).toMatchObject(
    problem(503, 'Payments are not configured', 'payments_not_configured'),
  )
})
