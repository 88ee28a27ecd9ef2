import { expect, test } from 'vitest'
import { createFetchCheck } from '../src/consume/fetch-check.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('a consumer that fetches is ready, and the brokers are not asked', async () => {
  const check = createFetchCheck(
    () => [250, 59_000],
    async () => {
      throw new Error('asked')
    },
  )
  await check()
})

test('one that has fetched nothing for a minute while the brokers answer is not ready, until it fetches again', async () => {
  let silentMs = 61_000
  const check = createFetchCheck(
    () => [100, silentMs],
    async () => true,
  )
  await check()
  await turn()
  await expect(check()).rejects.toThrow('fetched nothing')
  silentMs = 0
  await check()
})

test.each([
  ['report it', async () => false],
  ['do not answer', () => Promise.reject(new Error('ECONNREFUSED'))],
])('one that has fetched nothing while the brokers %s stays ready: the outbox bridges it', async (_name, probe) => {
  const check = createFetchCheck(() => [120_000], probe)
  for (let i = 0; i < 3; i++) {
    await check()
    await turn()
  }
})
