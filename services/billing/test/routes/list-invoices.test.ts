import type { Identity } from '@utter/http/identity'
import { cards } from '@utter/stripe-sandbox/finish-checkout'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { callers, openBilling } from '../support/open-billing.ts'
import { openPaying } from '../support/open-paying.ts'

const path = '/api/billing/invoices'
const paying = await closedAfterAll(openPaying())

const list = (identity: Identity, address = path) => paying.billing.request('GET', address, callers.account(identity))
const statesOf = async (identity: Identity) =>
  (await list(identity)).body.map(({ amount, state }: { amount: number; state: string }) => [amount, state])
const nextOf = (link: unknown) => /<([^>]+)>/.exec(String(link))?.[1] ?? ''

/** An account whose renewal has failed, and its invoice is still open. */
async function owing(): Promise<Identity> {
  const identity = await paying.subscriber('starter', cards.failsLater)
  const end = (await paying.state(identity))?.periodEnd?.getTime() ?? 0
  await paying.sandbox.advance(end / 1_000 + 2 * 3_600)
  return identity
}

test('200: none for an account that never bought anything, and for one that only began to', async () => {
  const identity = newIdentity()
  expect(await list(identity)).toMatchObject({ status: 200, body: [] })
  await paying.checkout('starter', identity)
  expect(await list(identity)).toMatchObject({ status: 200, body: [] })
})

test('200: number, date, amount, currency and state of each, newest first; each has its PDF, and an open one its page', async () => {
  const identity = await owing()
  const { status, body, headers } = await list(identity)
  const date = expect.stringMatching(/^20\d\d-.*Z$/)
  const number = expect.stringMatching(/^UTTER-\d+$/)
  const payUrl = expect.stringMatching(new RegExp(`^${paying.url}/sandbox/invoice/in_\\w+$`))
  const pdfUrl = expect.stringMatching(new RegExp(`^${paying.url}/sandbox/invoice/in_\\w+/pdf$`))
  expect([status, headers.link]).toEqual([200, undefined])
  expect(body).toEqual([
    { number, date, amount: 3900, currency: 'usd', state: 'payment_failed', payUrl, pdfUrl },
    { number, date, amount: 3900, currency: 'usd', state: 'paid', pdfUrl },
  ])
})

test('200: a draft is not shown', async () => {
  const identity = await paying.subscriber()
  const customer = (await paying.state(identity))?.stripeCustomerId ?? ''
  await paying.stripe.invoices.create({ customer, auto_advance: false })
  expect(await statesOf(identity)).toEqual([[3900, 'paid']])
})

test('200: what was given back of it is told, in part or as a whole', async () => {
  const identity = await paying.subscriber()
  const { stripeCustomerId: customer = '' } = (await paying.state(identity)) ?? {}
  const [invoice] = (await paying.stripe.invoices.list({ customer, expand: ['data.payments'] })).data
  const payment_intent = String(invoice?.payments?.data[0]?.payment.payment_intent)
  await paying.stripe.refunds.create({ payment_intent, amount: 900 })
  expect(await statesOf(identity)).toEqual([[3900, 'partially_refunded']])
  await paying.stripe.refunds.create({ payment_intent })
  expect(await statesOf(identity)).toEqual([[3900, 'refunded']])
})

test('200: a page at a time, whose `Link` leads to the next one, until there is none', async () => {
  const identity = await owing()
  const first = await list(identity, `${path}?limit=1`)
  const second = await list(identity, nextOf(first.headers.link))
  expect([first.body[0].state, second.body[0].state]).toEqual(['payment_failed', 'paid'])
  expect(second.headers.link).toBeUndefined()
})

test('200: none for an account whose customer Stripe does not have', async () => {
  const identity = newIdentity()
  await paying.checkout('starter', identity)
  const { stripeCustomerId: customer = '' } = (await paying.state(identity)) ?? {}
  await paying.billing.subscriptions.forgetCustomer(identity.userId, customer)
  await paying.billing.subscriptions.saveCustomer(identity.userId, 'cus_of_another_stripe')
  expect(await list(identity)).toMatchObject({ status: 200, body: [] })
})

test.each([
  ['limit=101', 'limit', 'limit must be at most 100'],
  ['cursor=x', 'cursor', 'cursor is not one of ours'],
  [`cursor=${Buffer.from('1.in_nowhere').toString('base64url')}`, 'cursor', 'cursor is not one of ours'],
])('400: %s', async (query, field, message) => {
  expect(await list(await paying.subscriber(), `${path}?${query}`)).toMatchObject(invalid(field, message))
})

test('503: an account that has paid, where payments are no longer configured', async () => {
  await using billing = await openBilling()
  const identity = newIdentity()
  await billing.subscriptions.begin(identity.userId, new Date())
  await billing.subscriptions.saveCustomer(identity.userId, 'cus_1')
  expect(await billing.request('GET', path, callers.account(identity))).toMatchObject(
    problem(503, 'Payments are not configured', 'payments_not_configured'),
  )
})
