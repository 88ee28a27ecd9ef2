import { createLog } from '@utter/telemetry/log'
import { expect, test } from 'vitest'
import { openBatcher } from '../src/batcher.ts'

const log = createLog('gather', 'silent')

test('what is added within the time is written at once, in its order', async () => {
  const written: number[][] = []
  await using gathering = openBatcher<number>(20, log, async (all) => void written.push(all))
  for (const one of [1, 2, 3]) gathering.add(one)
  expect(written).toEqual([])
  await expect.poll(() => written).toEqual([[1, 2, 3]])
  gathering.add(4)
  await expect.poll(() => written).toEqual([[1, 2, 3], [4]])
})

test('the end writes what waits, and a write that fails holds up no later one', async () => {
  const written: number[][] = []
  const gathering = openBatcher<number>(60_000, log, async (all) => {
    if (all.includes(1)) throw new Error('the database is away')
    written.push(all)
  })
  gathering.add(1)
  await gathering[Symbol.asyncDispose]()
  gathering.add(2)
  await gathering[Symbol.asyncDispose]()
  expect(written).toEqual([[2]])
})
