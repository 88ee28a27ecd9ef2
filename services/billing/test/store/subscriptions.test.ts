import { randomUUID } from 'node:crypto'
import { standardPlans } from '@utter/contracts/plans'
import { openDeletedAccounts } from '@utter/storage/deleted-accounts'
import { openErasure } from '@utter/storage/erasure'
import { createLog } from '@utter/telemetry/log'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openDatabase } from '@utter/testing/setup/databases'
import { expect, test } from 'vitest'
import { accountState } from '../../src/consumes/account-state.ts'
import { planBegins } from '../../src/domain/subscription.ts'
import { billingState } from '../../src/publishes/billing-state.ts'
import { openLedger } from '../../src/store/ledger.ts'
import { openSubscriptions, type SubscriptionStore } from '../../src/store/subscriptions.ts'

const now = new Date('2026-01-31T12:00:00Z')
const clock = { now: () => now }
const log = createLog('billing', 'silent')
const { connection } = await closedAfterAll(openDatabase('billing-subscriptions'))
const subscriptions = await openSubscriptions(connection)
const ledger = await openLedger(connection)
const deleted = await openDeletedAccounts(connection)
const erasure = await closedAfterAll(openErasure({ deleted, erase: subscriptions.remove, clock, log }))

/** Sets a plan: no account in this file has a subscription at Stripe. */
async function setPlan(...given: Parameters<SubscriptionStore['setPlan']>) {
  const subscription = await subscriptions.setPlan(...given)
  if (!subscription) throw new Error('the plan was not set')
  return subscription
}
/** An account's subscription, if it would be leased for publication a minute from now. */
const leasedOf = async (userId: string) =>
  (await subscriptions.outbox.lease(new Date(Date.now() + 60_000), 100)).leased.filter(({ _id }) => _id === userId)

const consume = (userId: string, signedUpAt: Date, more: { deleted?: true } = {}) =>
  accountState({ subscriptions, ledger, erasure, clock, log }).handle(
    { username: 'ada', email: 'ada@example.com', signedUpAt: signedUpAt.toISOString(), ...more },
    { userId, version: 1, occurredAt: now.toISOString() },
  )
test('a paid plan runs a month from now, the last day where a month is shorter', () => {
  expect(planBegins('pro', now)).toEqual({
    tier: 'pro',
    status: 'active',
    periodStart: now,
    periodEnd: new Date('2026-02-28T12:00:00Z'),
  })
})
test('a free plan has no period of its own', () => {
  expect(planBegins('free', now)).toEqual({ tier: 'free', status: 'active' })
})
test('a plan is set with the next version, and a period that ended is not published any more', async () => {
  const userId = randomUUID()
  await subscriptions.begin(userId, now)
  await subscriptions.begin(userId, new Date(0))
  const paid = await setPlan(userId, now, 'pro', now)
  const free = await setPlan(userId, now, 'free', now)
  expect(billingState(paid, standardPlans)).toMatchObject({
    version: 1,
    data: { tier: 'pro', periodStart: now.toISOString(), setBy: 'operator' },
  })
  expect(billingState(free, standardPlans)).toMatchObject({
    version: 2,
    data: { tier: 'free', signedUpAt: now.toISOString() },
  })
  expect(billingState(free, standardPlans).data).not.toHaveProperty('periodStart')
})
test('a plan may be set before the account is consumed, which then changes nothing', async () => {
  const userId = randomUUID()
  const signedUpAt = new Date('2026-01-15T09:00:00Z')
  const paid = await setPlan(userId, signedUpAt, 'pro', now)
  expect(paid).toMatchObject({ tier: 'pro', signedUpAt, version: 1 })
  await consume(userId, signedUpAt)
  expect(await leasedOf(userId)).toMatchObject([{ tier: 'pro', version: 1 }])
})
test('a state that another process publishes after a newer one is not the last of its account', async () => {
  const userId = randomUUID()
  const older = await setPlan(userId, now, 'starter', now)
  const newer = await setPlan(userId, now, 'pro', now)
  // The newer one is published first, by the process that set it; then the older, by a process that was slow.
  await subscriptions.outbox.markPublished([newer])
  expect(await leasedOf(userId)).toEqual([])
  await subscriptions.outbox.markPublished([older])
  expect(await leasedOf(userId)).toMatchObject([{ _id: userId, tier: 'pro', version: newer.version }])
})

test('a state that is published in its order is not published again', async () => {
  const userId = randomUUID()
  await subscriptions.outbox.markPublished([await setPlan(userId, now, 'starter', now)])
  await subscriptions.outbox.markPublished([await setPlan(userId, now, 'pro', now)])
  expect(await leasedOf(userId)).toEqual([])
})

test('of a deleted account the ledger alone is left, and a state that is consumed late begins nothing', async () => {
  const userId = randomUUID()
  await setPlan(userId, now, 'pro', now)
  await ledger.enter({ _id: randomUUID(), userId, period: now, completedAt: now })
  await consume(userId, now, { deleted: true })
  expect([await leasedOf(userId), await ledger.count(userId)]).toEqual([[], 1])
  await consume(userId, now)
  // It would begin at version 0.
  expect(await setPlan(userId, now, 'pro', now)).toMatchObject({ version: 1 })
})
