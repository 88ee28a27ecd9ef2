import { cards } from '@utter/stripe-sandbox/finish-checkout'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { callers, openBilling } from '../../support/open-billing.ts'
import { openPaying } from '../../support/open-paying.ts'

const paying = await closedAfterAll(openPaying())
const path = '/internal/billing/disputes'

test('200: the disputes with their accounts, newest first, and until when each is to be answered', async () => {
  const first = await paying.subscriber('starter', cards.disputed)
  const second = await paying.subscriber('pro', cards.disputed)
  const { status, body } = await paying.billing.request('GET', path, callers.internal('operator'))
  const of = { currency: 'usd', status: 'needs_response', dueBy: expect.any(String), at: expect.any(String) }
  expect([status, body.disputes]).toMatchObject([
    200,
    [
      { ...of, userId: second.userId, cents: 19_900, customer: (await paying.state(second))?.stripeCustomerId },
      { ...of, userId: first.userId, cents: 3_900 },
    ],
  ])
})

test('503: payments are not configured', async () => {
  await using billing = await openBilling()
  expect(await billing.request('GET', path, callers.internal('operator'))).toMatchObject(
    problem(503, 'Payments are not configured', 'payments_not_configured'),
  )
})
