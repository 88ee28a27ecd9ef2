import { setTimeout as pause } from 'node:timers/promises'
import { createLog } from '@utter/telemetry/log'
import { expect, onTestFinished, test } from 'vitest'
import { batchOf, startSweep } from '../../src/lifecycle/repair/sweep.ts'

test.each([
  // count, ms, next
  [16, 100, 100],
  [16, 800, 40],
  [100, 2_000, 100],
  // A lease of ten seconds would not last for a hundred of these.
  [100, 25_000, 16],
  [16, 4_000, 16],
])('of %i documents that took %i ms the next batch has %i', (count, tookMs, next) => {
  expect(batchOf(count, tookMs, 16)).toBe(next)
})

test('a sweep starts with a batch of its concurrency, and takes larger ones when these were quick', async () => {
  const limits: number[] = []
  const ended = Promise.withResolvers<void>()
  let left = 250
  const sweep = startSweep(
    {
      name: 'test',
      everyMs: 1,
      concurrency: 4,
      async next(limit) {
        limits.push(limit)
        const mine = Array.from({ length: Math.min(limit, left) }, (_, index) => ({ _id: `${left}-${index}` }))
        left -= mine.length
        if (left === 0) ended.resolve()
        return { mine, more: left > 0 }
      },
      act: () => pause(1),
    },
    createLog('jobs', 'silent'),
    new AbortController().signal,
  )
  onTestFinished(() => sweep[Symbol.asyncDispose]())
  await ended.promise
  expect(limits[0]).toBe(4)
  expect(Math.max(...limits)).toBe(100)
})

test('a document whose act fails holds up no other, and is left out of the next batches', async () => {
  const [left, acted, besides] = [new Set(['a', 'b', 'c', 'd']), [] as string[], [] as string[][]]
  const ended = Promise.withResolvers<void>()
  const sweep = startSweep(
    {
      name: 'test',
      everyMs: 1,
      concurrency: 2,
      async next(limit, others) {
        besides.push(others)
        const found = [...left].filter((id) => !others.includes(id)).slice(0, limit)
        const more = found.length > 0 && besides.length < 10
        if (!more) ended.resolve()
        return { mine: found.map((_id) => ({ _id })), more }
      },
      async act({ _id }) {
        acted.push(_id)
        if (_id === 'a') throw new Error('it cannot be done')
        left.delete(_id)
      },
    },
    createLog('jobs', 'silent'),
    new AbortController().signal,
  )
  onTestFinished(() => sweep[Symbol.asyncDispose]())
  await ended.promise
  expect(acted.sort()).toEqual(['a', 'b', 'c', 'd'])
  expect([besides[0], besides[1]]).toEqual([[], ['a']])
})

test('nothing more is begun once the process stops', async () => {
  const stopping = new AbortController()
  const acted: string[] = []
  const sweep = startSweep(
    {
      ...{ name: 'test', everyMs: 1, concurrency: 1 },
      next: async () => ({ mine: ['a', 'b', 'c'].map((_id) => ({ _id })), more: true }),
      async act({ _id }) {
        acted.push(_id)
        stopping.abort()
      },
    },
    createLog('jobs', 'silent'),
    stopping.signal,
  )
  await expect.poll(() => acted.length).toBeGreaterThan(0)
  await sweep[Symbol.asyncDispose]()
  expect(acted).toHaveLength(1)
})
