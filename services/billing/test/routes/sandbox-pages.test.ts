import { type Identity, identityHeader } from '@utter/http/identity'
import { cards } from '@utter/stripe-sandbox/finish-checkout'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { callers } from '../support/open-billing.ts'
import { openPaying } from '../support/open-paying.ts'

const paying = await closedAfterAll(openPaying())

const open = (token: string, path: string, form?: Record<string, string>) =>
  paying.billing.app.inject({
    method: form ? 'POST' : 'GET',
    url: path,
    headers: {
      [identityHeader]: token,
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(form && { payload: new URLSearchParams(form).toString() }),
  })
const pathOf = (url: string) => new URL(url).pathname
const checkoutOf = async (identity: Identity) => pathOf(await paying.checkout('starter', identity))
const card = { email: 'ada@example.com', number: cards.pays, expiry: '12 / 60', cvc: '123' }

test('a checkout is shown to its account, and paid by its form', async () => {
  const identity = newIdentity()
  const path = await checkoutOf(identity)
  const page = await open(callers.account(identity), path)
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.headers['content-security-policy']).toContain('default-src')
  expect(page.body).toContain('Sandbox: no money moves')
  const paid = await open(callers.account(identity), path, card)
  expect([paid.statusCode, paid.headers.location]).toEqual([303, `${paying.url}/account?checkout=done`])
  await paying.sandbox.deliver()
  expect(await paying.state(identity)).toMatchObject({ tier: 'starter' })
})

test('a second step is a page below it', async () => {
  const identity = newIdentity()
  const path = await checkoutOf(identity)
  const asked = await open(callers.account(identity), path, { ...card, number: cards.secondStep })
  expect(asked.headers.location).toBe(`${path}/confirm`)
  expect((await open(callers.account(identity), `${path}/confirm`)).statusCode).toBe(200)
  const confirmed = await open(callers.account(identity), `${path}/confirm`, { answer: 'confirm' })
  expect(confirmed.headers.location).toBe(`${paying.url}/account?checkout=done`)
})

test('404: no account finishes another’s checkout', async () => {
  const owner = newIdentity()
  const path = await checkoutOf(owner)
  const others = [newIdentity(), await paying.subscriber()]
  for (const other of others) {
    expect((await open(callers.account(other), path)).statusCode).toBe(404)
    expect((await open(callers.account(other), path, card)).statusCode).toBe(404)
  }
  await paying.sandbox.deliver()
  expect(await paying.state(owner)).toMatchObject({ tier: 'free' })
})

test('a portal is shown to its account, and to no other', async () => {
  const identity = await paying.subscriber()
  const path = pathOf((await paying.post('/api/stripe/billing-portal', identity)).body.url)
  const page = await open(callers.account(identity), path)
  expect([page.statusCode, page.body.includes('Sandbox: no money moves')]).toEqual([200, true])
  expect((await open(callers.account(await paying.subscriber()), path)).statusCode).toBe(404)
})

test('an invoice is shown to its account, paid by its form, and hidden from others', async () => {
  const identity = await paying.subscriber('starter', cards.failsLater)
  await paying.sandbox.advance(((await paying.state(identity))?.periodEnd?.getTime() ?? 0) / 1_000 + 2 * 3_600)
  const { body } = await paying.billing.request('GET', '/api/billing/invoices', callers.account(identity))
  const path = pathOf(body[0].payUrl)
  const other = callers.account(await paying.subscriber())
  expect([(await open(other, path)).statusCode, (await open(other, path, card)).statusCode]).toEqual([404, 404])
  expect((await open(callers.account(identity), path)).body).toContain('Pay $39.00')
  expect((await open(callers.account(identity), path, card)).headers.location).toBe(path)
  expect((await open(callers.account(identity), path)).body).toContain('Paid')
  await paying.sandbox.deliver()
  expect(await paying.state(identity)).toMatchObject({ tier: 'starter', status: 'active' })
})

test.each([
  '/sandbox/invoice/in_none',
  '/sandbox/checkout/cs_none',
  '/sandbox/portal/bps_none',
  '/sandbox/v1/customers',
  '/sandbox/checkout',
])('404: %s', async (path) => {
  expect((await open(callers.account(await paying.subscriber()), path)).statusCode).toBe(404)
})
