import { createLog } from '@utter/telemetry/log'
import { expect, test } from 'vitest'
import { openBatcher } from '../src/batcher.ts'

const log = createLog('batcher', 'silent')

test('items that are added within the time are written together, in their order', async () => {
  const written: number[][] = []
  await using batcher = openBatcher<number>(20, log, async (all) => void written.push(all))
  for (const one of [1, 2, 3]) batcher.add(one)
  expect(written).toEqual([])
  await expect.poll(() => written).toEqual([[1, 2, 3]])
  batcher.add(4)
  await expect.poll(() => written).toEqual([[1, 2, 3], [4]])
})

test('the end writes what waits, and a write that fails holds up no later one', async () => {
  const written: number[][] = []
  const batcher = openBatcher<number>(60_000, log, async (all) => {
    if (all.includes(1)) throw new Error('the database is unavailable')
    written.push(all)
  })
  batcher.add(1)
  await batcher[Symbol.asyncDispose]()
  batcher.add(2)
  await batcher[Symbol.asyncDispose]()
  expect(written).toEqual([[2]])
})
