import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { openReceiver, status } from '../support/open-receiver.ts'
import { openWebhooks } from '../support/open-webhooks.ts'

const webhooks = await closedAfterAll(openWebhooks())

const minuteMs = 60_000
const once = (one: { attempted: number; leasedUntil?: Date }) => one.attempted === 1 && !one.leasedUntil

test('an account that falls to free is delivered nothing more, and a later plan does not begin with what was left', async () => {
  await using receiver = await openReceiver(status(500))
  const { userId, token } = await webhooks.account(receiver.url)
  const pending = [await webhooks.finish(userId), await webhooks.finish(userId, { webhookUrl: receiver.url })]
  for (const jobId of pending) await webhooks.delivery(userId, jobId, once)
  await webhooks.setTier(userId, 'free')
  for (const jobId of pending) await webhooks.delivery(userId, jobId, (one) => one.reason === 'plan')
  const after = await webhooks.finish(userId)
  webhooks.move(2 * minuteMs)
  expect(await webhooks.delivery(userId, after, (one) => one.status === 'stopped')).toMatchObject({ reason: 'plan' })
  receiver.answers(status(200))
  await webhooks.setTier(userId, 'starter')
  webhooks.move(24 * 60 * minuteMs)
  const next = await webhooks.finish(userId)
  await webhooks.delivery(userId, next, (one) => one.status === 'delivered')
  expect(receiver.received).toHaveLength(3)
  // Unless its owner asks for it.
  const { body } = await webhooks.request('POST', '/api/webhooks/recover', token, {
    body: { since: '2026-03-20T00:00:00Z' },
  })
  expect(body).toEqual({ deliveries: 3 })
  for (const jobId of [...pending, after]) await webhooks.delivery(userId, jobId, (one) => one.status === 'delivered')
})

test('an older state of a plan that comes late stops nothing', async () => {
  await using receiver = await openReceiver(status(500))
  const { userId } = await webhooks.account(receiver.url)
  await webhooks.setTier(userId, 'creator', 100_000)
  const jobId = await webhooks.finish(userId)
  await webhooks.delivery(userId, jobId, once)
  await webhooks.setTier(userId, 'free', 99_999)
  expect(await webhooks.delivery(userId, jobId, () => true)).toMatchObject({ status: 'pending' })
})

test('a delivery whose account’s plan is not known here yet waits for it', async () => {
  await using receiver = await openReceiver()
  const upgraded = await webhooks.account(undefined, 'free')
  const unknown = newIdentity({ tier: 'starter' })
  const jobs: [string, string][] = []
  for (const userId of [upgraded.userId, unknown.userId])
    jobs.push([userId, await webhooks.finish(userId, { webhookUrl: receiver.url })])
  for (const [userId, jobId] of jobs)
    await webhooks.delivery(userId, jobId, (one) => (one.nextAttemptAt ?? 0) > webhooks.clock.now() && !one.leasedUntil)
  for (const [userId] of jobs) await webhooks.setTier(userId, 'starter')
  webhooks.move(20_000)
  for (const [userId, jobId] of jobs) await webhooks.delivery(userId, jobId, (one) => one.status === 'delivered')
})
