import { sleep, waitBefore } from '@utter/client/backoff'
import { expect, test } from 'vitest'

test('the longest wait doubles with each try that failed, from half a second to 20 s', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 50].map((tries) => waitBefore(tries, undefined, () => 1))
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 20_000, 20_000])
  expect(waitBefore(3, undefined, () => 0.5)).toBe(1_000)
})

test('where the answer named a time, the wait is that and up to a second more', () => {
  expect(waitBefore(1, 3, () => 0)).toBe(3_000)
  expect(waitBefore(1, 3, () => 1)).toBe(3_500)
  expect(waitBefore(9, 3, () => 1)).toBe(4_000)
})

test('no pause begins for a caller that has given up already', async () => {
  await expect(sleep(60_000, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
})
