import { ChatStarted } from '@utter/contracts/events/chat-started'
import { createLog } from '@utter/telemetry/log'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { submit } from '../src/lifecycle/submit.ts'
import { openLoadShedding } from '../src/load-shedding.ts'
import { type Conductor, openConductor, signedUpAt } from './support/open-lifecycle.ts'

let road: Conductor
beforeAll(async () => {
  road = await openConductor('jobs-shedding')
})
afterAll(() => road.close())

const open = (options: { outboxLimit?: number; random?: () => number } = {}) =>
  openLoadShedding(road.deps, createLog('jobs', 'silent'), { outboxLimit: 1_000, submissionsAtOnce: 4, ...options })
const taken = async () => 'taken'
const busy = { status: 503, code: 'unavailable', headers: { 'retry-after': '5' } }

/** A worker begins a job so long after it was asked for. */
async function beginsAfter(ms: number, tier: 'free' | 'enterprise' = 'free', before = 0): Promise<void> {
  const userId = await road.account(tier)
  for (let i = 0; i < before; i++) await road.submit(userId, {}, 'reply')
  const { _id: jobId, attempt } = await road.submit(userId, {}, 'reply')
  road.pass(ms)
  await road.hear(ChatStarted, userId, { jobId, attempt })
}

test('while workers begin at once, and while none begins, everything is let in', async () => {
  await using shedding = open({ random: () => 0 })
  expect(await shedding.admit(taken)).toBe('taken')
  await beginsAfter(100)
  expect(await shedding.admit(taken)).toBe('taken')
})

test('a long wait of the bulk lane refuses nobody', async () => {
  await using shedding = open({ random: () => 0 })
  road.pass(60_000)
  await beginsAfter(60_000, 'enterprise', 2)
  expect(await shedding.admit(taken)).toBe('taken')
})

test('the longer jobs of the fast lane wait for a worker, the more submissions are refused', async () => {
  road.pass(60_000)
  await beginsAfter(22_500)
  await using kind = open({ random: () => 0.51 })
  await using strict = open({ random: () => 0.49 })
  expect(await kind.admit(taken)).toBe('taken')
  await expect(strict.admit(taken)).rejects.toMatchObject(busy)
  road.pass(60_000)
  expect(await strict.admit(taken)).toBe('taken')
})

test('while the outbox is full nothing is let in', async () => {
  const userId = await road.account('free')
  const silent = await road.depsOf({ ...road.deps, publish: () => Promise.reject(new Error('the broker is away')) })
  for (let i = 0; i < 3; i++) await submit(silent, road.draft(userId), signedUpAt)
  await using shedding = open({ outboxLimit: 3 })
  await expect.poll(() => shedding.admit(taken).catch((error) => error), { timeout: 5_000 }).toMatchObject(busy)
})
