import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { openPaying } from '../support/open-paying.ts'
import { testUnconfigured } from '../support/unconfigured.ts'

const path = '/api/stripe/billing-portal'

const paying = await closedAfterAll(openPaying())

test('200: the page of the account’s own portal', async () => {
  const identity = await paying.subscriber()
  const { status, body } = await paying.post(path, identity)
  const id = (await paying.state(identity))?.portalId
  expect([status, body]).toEqual([200, { url: `${paying.url}/sandbox/portal/${id}` }])
})

test('200: also after the subscription has ended, for its invoices', async () => {
  const identity = await paying.subscriber()
  await paying.stripe.subscriptions.cancel((await paying.state(identity))?.stripeSubscriptionId ?? '')
  await paying.sandbox.deliver()
  expect(await paying.state(identity)).toMatchObject({ tier: 'free' })
  expect((await paying.post(path, identity)).status).toBe(200)
})

test('409: an account that never paid, though it has begun to', async () => {
  const nothing = problem(409, 'There is no subscription to manage yet', 'no_subscription')
  const identity = newIdentity()
  expect(await paying.post(path, identity)).toMatchObject(nothing)
  await paying.checkout('starter', identity)
  expect(await paying.post(path, identity)).toMatchObject(nothing)
})

testUnconfigured(path)
