import type { Identity } from '@utter/http/identity'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { callers } from '../../support/open-billing.ts'
import { openPaying } from '../../support/open-paying.ts'

const paying = await closedAfterAll(openPaying())

const credit = ({ userId }: Identity, body: object = {}) =>
  paying.billing.request('POST', `/internal/accounts/${userId}/credits`, callers.internal('operator'), {
    ...{ cents: 1250, reason: 'a slow week', by: 'ada' },
    ...body,
  })
const balanceOf = async (identity: Identity) => {
  const id = (await paying.state(identity))?.stripeCustomerId ?? ''
  return ((await paying.stripe.customers.retrieve(id)) as { balance: number }).balance
}

test('200: a credit is on the balance once, however often and at once it is given; for another reason once more', async () => {
  const identity = await paying.subscriber()
  const [{ status, body }] = await Promise.all([credit(identity), credit(identity)])
  const stripeId = expect.stringMatching(/^cbtxn_/)
  expect([status, body]).toMatchObject([200, { kind: 'credit', cents: 1250, currency: 'usd', by: 'ada', stripeId }])
  await paying.sandbox.advance(paying.sandbox.now() + 25 * 3_600)
  expect((await credit(identity)).body.isNew).toBe(false)
  expect(await balanceOf(identity)).toBe(-1250)
  expect((await credit(identity, { reason: 'another' })).body.isNew).toBe(true)
  expect(await balanceOf(identity)).toBe(-2500)
})

test('200: one whose process died before it was noted is found at Stripe', async () => {
  const identity = await paying.subscriber()
  const { body } = await credit(identity)
  const adjustments = paying.billing.database.collection('adjustments')
  await adjustments.updateOne({ stripeId: body.stripeId }, { $unset: { stripeId: 1 } })
  await paying.sandbox.advance(paying.sandbox.now() + 25 * 3_600)
  expect((await credit(identity)).body.stripeId).toBe(body.stripeId)
  expect(await balanceOf(identity)).toBe(-1250)
})

test('409: an account that never bought anything', async () => {
  const never = problem(409, 'This account has never bought anything', 'no_customer')
  expect(await credit(newIdentity())).toMatchObject(never)
})

test('409: in another currency than that of the account', async () => {
  const identity = await paying.subscriber()
  const { status, body } = await credit(identity, { currency: 'eur' })
  expect([status, body.code, body.error]).toEqual([409, 'refused', expect.stringContaining('currency usd')])
  expect(await balanceOf(identity)).toBe(0)
})

test.each([
  [{ cents: 0 }, 'cents', 'cents must be at least 1'],
  [{ cents: -5 }, 'cents', 'cents must be at least 1'],
  [{ cents: 100_001 }, 'cents', 'cents must be at most 100000'],
  [{ cents: 0.5 }, 'cents', 'cents must be a whole number'],
  [{ currency: 'euro' }, 'currency', 'currency must be a code such as eur'],
  [{ reason: '' }, 'reason', 'reason is required'],
])('400: %j', async (body, field, message) => {
  expect(await credit(newIdentity(), body)).toMatchObject(invalid(field, message))
})
