import { ChatStarted } from '@utter/contracts/events/chat-started'
import { createLog } from '@utter/telemetry/log'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { submit } from '../../src/lifecycle/submit/submit.ts'
import { openLoadShedding } from '../../src/requests/load-shedding.ts'
import { openLifecycle, signedUpAt } from '../support/open-lifecycle.ts'

const lifecycle = await closedAfterAll(openLifecycle('jobs-shedding'))
const { pickupDelay } = lifecycle.deps

const open = (options: { outboxLimit?: number; random?: () => number } = {}) =>
  openLoadShedding(lifecycle.deps, createLog('jobs', 'silent'), { outboxLimit: 1_000, maxInFlight: 4, ...options })
const taken = async () => 'taken'
const busy = { status: 503, code: 'unavailable', headers: { 'retry-after': '5' } }

/** A worker starts a job this long after it was requested. */
async function beginsAfter(ms: number, tier: 'free' | 'enterprise' = 'free', before = 0): Promise<void> {
  const userId = await lifecycle.account(tier)
  for (let i = 0; i < before; i++) await lifecycle.submit(userId, {}, 'reply')
  const { _id: jobId, attempt } = await lifecycle.submit(userId, {}, 'reply')
  lifecycle.passMs(ms)
  await lifecycle.handle(ChatStarted, userId, { jobId, attempt })
}

test('while workers begin at once, and while none begins, everything is let in', async () => {
  await using shedding = open({ random: () => 0 })
  expect(await shedding.run(taken)).toBe('taken')
  await beginsAfter(100)
  expect(await shedding.run(taken)).toBe('taken')
})

test('a long delay of the bulk lane rejects nothing, and a short one does not hide that the fast lane waits', async () => {
  await using shedding = open({ random: () => 0 })
  lifecycle.passMs(60_000)
  await beginsAfter(60_000, 'enterprise', 2)
  expect(await shedding.run(taken)).toBe('taken')
  pickupDelay.sawOldest(60_000)
  await beginsAfter(100, 'enterprise', 2)
  await expect(shedding.run(taken)).rejects.toMatchObject(busy)
})

test('the longer jobs of the fast lane wait for a worker, the more submissions are refused, unless one was begun late and none waits any more', async () => {
  lifecycle.passMs(60_000)
  pickupDelay.sawOldest(60_000)
  await beginsAfter(22_500)
  await using kind = open({ random: () => 0.51 })
  await using strict = open({ random: () => 0.49 })
  expect(await kind.run(taken)).toBe('taken')
  await expect(strict.run(taken)).rejects.toMatchObject(busy)
  lifecycle.passMs(60_000)
  expect(await strict.run(taken)).toBe('taken')
  pickupDelay.sawOldest(0)
  await beginsAfter(60_000)
  expect(await strict.run(taken)).toBe('taken')
})

test('while the outbox is full nothing is let in', async () => {
  const userId = await lifecycle.account('free')
  const silent = await lifecycle.depsOf({
    ...lifecycle.deps,
    publish: () => Promise.reject(new Error('the broker is unavailable')),
  })
  for (let i = 0; i < 3; i++) await submit(silent, lifecycle.draft(userId), { signedUpAt })
  await using shedding = open({ outboxLimit: 3 })
  await expect.poll(() => shedding.run(taken).catch((error) => error)).toMatchObject(busy)
})
