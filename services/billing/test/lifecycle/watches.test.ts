import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { sweepEvents, sweepWatched } from '../../src/lifecycle/start-sweeps.ts'
import { openPaying } from '../support/open-paying.ts'

const paying = await closedAfterAll(openPaying())

const now = new Date('2026-03-20T12:00:00Z')
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
const sweep = (at = now) => sweepWatched({ ...paying.stripeDeps, clock: { now: () => at } })

test.each([
  [0, 3_600, 10],
  [60, 3_600, 10],
  [1_000, 3_600, 100],
  [80_000, 3_600, 600],
  [1_000, 50, 50],
])(
  'a page that was opened %i s ago, and is watched for %i s, is looked up again after %i s',
  async (ago, ahead, next) => {
    const { userId } = newIdentity()
    const { subscriptions } = paying.billing
    await subscriptions.begin(userId, now)
    await subscriptions.watch(userId, inSeconds(-ago), inSeconds(ahead))
    await sweep()
    expect(await subscriptions.read(userId)).toMatchObject({ watchAt: inSeconds(next), watchUntil: inSeconds(ahead) })
    await subscriptions.remove(userId)
  },
)

test.each([
  [0, 10],
  [1_000, 100],
  [80_000, 600],
])('an event of %i s ago that cannot be handled is tried again after %i s', async (ago, next) => {
  const { events } = paying.billing
  await events.receive({ _id: `evt_${ago}`, type: 'invoice.paid', customerId: 'cus_1' }, inSeconds(-ago))
  const subscriptions = { ...paying.billing.subscriptions, byCustomer: () => Promise.reject(new Error('unavailable')) }
  await sweepEvents({
    ...paying.stripeDeps,
    subscriptions: subscriptions as never,
    clock: { now: () => inSeconds(12) },
  })
  expect((await events.leaseUnhandled(inSeconds(12 + next - 2), 10)).found).toBe(0)
  expect((await events.leaseUnhandled(inSeconds(12 + next + 2), 10)).found).toBe(1)
  await events.handled(`evt_${ago}`)
})

test.each([0, -1])('a watch that was to end %i s from now ends', async (ahead) => {
  const { userId } = newIdentity()
  await paying.billing.subscriptions.begin(userId, now)
  await paying.billing.subscriptions.watch(userId, inSeconds(-60), inSeconds(ahead))
  await sweep()
  expect(await paying.billing.subscriptions.read(userId)).not.toHaveProperty('watchAt')
})

test('a watch ends with the change that was made in the portal, though its event is lost', async () => {
  const identity = await paying.subscriber('starter')
  await paying.post('/api/stripe/billing-portal', identity)
  const { stripeSubscriptionId = '', watchAt } = (await paying.state(identity)) ?? {}
  paying.reachable(false)
  await paying.stripe.subscriptions.update(stripeSubscriptionId, { cancel_at_period_end: true })
  await sweep(watchAt)
  paying.reachable(true)
  const state = await paying.state(identity)
  expect(state).toMatchObject({ status: 'canceled' })
  expect(state).not.toHaveProperty('watchAt')
})
