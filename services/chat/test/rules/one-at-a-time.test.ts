import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { oneAtATime } from '../../src/domain/one-at-a-time.ts'

const patience = new AbortController().signal

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('waiting for one’s turn too long is a transient fault that is no outage of the model', async () => {
  const inTurn = oneAtATime(1_000)
  const first = Promise.withResolvers<string>()
  const long = inTurn(() => first.promise, patience)
  const waiting = expect(inTurn(async () => 'second', patience)).rejects.toMatchObject({
    kind: 'transient',
    code: 'chat_busy',
    isOutage: false,
    retryAfterMs: 5_000,
  })
  await vi.advanceTimersByTimeAsync(1_001)
  await waiting
  // Work that has started has no time limit.
  await vi.advanceTimersByTimeAsync(60_000)
  const third = inTurn(async () => 'third', patience)
  first.resolve('first')
  expect([await long, await third]).toEqual(['first', 'third'])
})

test('work that fails ends its turn, and an aborted caller rejects with the reason of its signal', async () => {
  const inTurn = oneAtATime(1_000)
  await expect(inTurn(() => Promise.reject(new Error('failed')), patience)).rejects.toThrow('failed')
  await expect(inTurn(async () => 'no', AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
  expect(await inTurn(async () => 'next', patience)).toBe('next')
})
