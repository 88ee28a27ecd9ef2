import { randomUUID } from 'node:crypto'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openMongoProxy } from '@utter/testing/faults/mongo-proxy'
import { invalid, problem, serviceUnavailable } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { callers, now, openBilling } from '../../support/open-billing.ts'
import { openPaying } from '../../support/open-paying.ts'

const proxy = await closedAfterAll(openMongoProxy())
const billing = await closedAfterAll(openBilling({ mongoUrl: proxy.url }))

const signedUpAt = '2026-01-15T09:00:00.000Z'
const setPlan = (
  body: object,
  userId: string = randomUUID(),
  token: string | undefined = callers.internal('operator'),
) => billing.request('PUT', `/internal/accounts/${userId}/plan`, token, body)

test('200: a plan for an account whose sign-up was not consumed yet, which is published at once', async () => {
  const userId = randomUUID()
  const { status, body } = await setPlan({ tier: 'pro', signedUpAt }, userId)
  expect([status, body]).toEqual([200, { tier: 'pro' }])
  expect(billing.relayed.at(-1)).toMatchObject({
    _id: userId,
    tier: 'pro',
    status: 'active',
    signedUpAt: new Date(signedUpAt),
    periodStart: now,
    version: 1,
    unpublishedSince: now,
  })
  expect((await setPlan({ tier: 'free', signedUpAt }, userId)).body).toEqual({ tier: 'free' })
  expect(billing.relayed.at(-1)).toMatchObject({ _id: userId, tier: 'free', version: 2 })
  expect(billing.relayed.at(-1)).not.toHaveProperty('periodStart')
})

test.each<[object, string, string]>([
  [{ signedUpAt }, 'tier', 'tier is not valid'],
  [{ tier: 'gold', signedUpAt }, 'tier', 'tier is not valid'],
  [{ tier: 'pro' }, 'signedUpAt', 'must be a time in ISO 8601'],
  [{ tier: 'pro', signedUpAt: 'yesterday' }, 'signedUpAt', 'must be a time in ISO 8601'],
])('400: %j', async (body, field, sentence) => {
  expect(await setPlan(body)).toMatchObject(invalid(field, sentence))
})

test('400: an account id that is none', async () => {
  expect(await setPlan({ tier: 'pro', signedUpAt }, 'me')).toMatchObject(invalid('userId', 'userId must be a UUID'))
})

test('409: an account that has a subscription keeps what it pays for, until it has ended', async () => {
  await using paying = await openPaying()
  const { userId } = await paying.subscriber('starter')
  const set = () =>
    paying.billing.request('PUT', `/internal/accounts/${userId}/plan`, callers.internal('operator'), {
      tier: 'enterprise',
      signedUpAt,
    })
  expect(await set()).toMatchObject(
    problem(409, 'This account has a subscription at Stripe: change or cancel it there', 'has_subscription'),
  )
  const before = await paying.billing.subscriptions.read(userId)
  expect(before).toMatchObject({ tier: 'starter' })
  await paying.stripe.subscriptions.cancel(before?.stripeSubscriptionId ?? '')
  await paying.sandbox.deliver()
  expect((await set()).body).toEqual({ tier: 'enterprise' })
  await paying.settle()
  expect(await paying.billing.subscriptions.read(userId)).toMatchObject({ tier: 'enterprise', setBy: 'operator' })
})

test('503: while the database is unavailable', async () => {
  proxy.refuseNext([{ code: 50, codeName: 'MaxTimeMSExpired' }])
  expect(await setPlan({ tier: 'pro', signedUpAt })).toMatchObject(serviceUnavailable)
})
