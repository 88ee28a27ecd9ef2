import { randomOf } from '@utter/testing/seeded-random'
import type { mongo } from 'mongoose'
import { expect, test } from 'vitest'
import type { ClaimDocument } from '../src/claim-document.ts'
import { createTurns } from '../src/turns.ts'

type Waiting = { userId: string; turn: number; cost: number }

/** The steps of a lane by their turns, which are whole numbers as their costs are: in memory, since no database of a test takes so many in seconds. */
function model() {
  const byTurn: Waiting[][] = []
  const lastOf = new Map<string, Waiting>()
  let first = 0
  const next = () => {
    while (first < byTurn.length && !byTurn[first]?.length) first++
    return byTurn[first]?.[0]
  }
  const findOne = async ({ userId }: { userId?: string }) =>
    (userId === undefined ? next() : lastOf.get(userId)) ?? null
  let nowMs = 0
  const turns = createTurns({ findOne } as unknown as mongo.Collection<ClaimDocument>, () => nowMs)
  return {
    async enqueue(userId: string, cost: number) {
      nowMs += 10
      const step = { userId, cost, turn: await turns.next({ userId, lane: 'fast' }, cost) }
      const same = byTurn[step.turn]
      if (same) same.push(step)
      else byTurn[step.turn] = [step]
      first = Math.min(first, step.turn)
      lastOf.set(userId, step)
    },
    /** The step whose turn is next. */
    serve(): Waiting | undefined {
      const step = next()
      if (!step) return undefined
      byTurn[first]?.shift()
      if (lastOf.get(step.userId) === step) lastOf.delete(step.userId)
      return step
    },
  }
}

test('ten thousand accounts with few steps and with many, short and long, are served alike while they wait', async () => {
  const random = randomOf(7)
  const [accounts, maxCost] = [10_000, 20]
  const queue = model()
  const left = new Map<string, number>()
  const costOf = () => 1 + Math.floor(random() ** 3 * maxCost)
  for (let i = 0; i < accounts; i++) {
    const count = Math.min(400, Math.ceil(3 / (1 - random())))
    left.set(`a${i}`, count)
    for (let n = 0; n < count; n++) await queue.enqueue(`a${i}`, costOf())
  }
  const served = new Map<string, number>()
  for (let n = 0; n < 60_000; n++) {
    const step = queue.serve()
    if (!step) break
    served.set(step.userId, (served.get(step.userId) ?? 0) + step.cost)
    left.set(step.userId, (left.get(step.userId) ?? 1) - 1)
  }
  const waiting = [...left].filter(([, count]) => count > 0).map(([userId]) => served.get(userId) ?? 0)
  expect(waiting.length).toBeGreaterThan(1_000)
  // The bound of start-time fair queueing: the longest step of each of two accounts.
  expect(Math.max(...waiting) - Math.min(...waiting)).toBeLessThanOrEqual(2 * maxCost)
})

test('an account that comes while others have waited long has its first turn before any of them has two more', async () => {
  const random = randomOf(11)
  const queue = model()
  for (let n = 0; n < 20_000; n++)
    await queue.enqueue(`a${Math.floor(random() ** 2 * 100)}`, 1 + Math.floor(random() * 4))
  for (let n = 0; n < 5_000; n++) queue.serve()
  await queue.enqueue('new', 1)
  const before = new Map<string, number>()
  for (let step = queue.serve(); step && step.userId !== 'new'; step = queue.serve())
    before.set(step.userId, (before.get(step.userId) ?? 0) + 1)
  expect(Math.max(0, ...before.values())).toBeLessThanOrEqual(2)
})
