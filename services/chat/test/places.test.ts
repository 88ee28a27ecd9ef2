import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { oneAtATime } from '../src/domain/one-at-a-time.ts'
import { LineTooLong, openPlaces } from '../src/domain/places.ts'

const patience = new AbortController().signal

test('who leaves the line makes room in it, and a place that is given back twice is one', async () => {
  const places = openPlaces(1, 1)
  const giveBack = await places.take(patience)
  const leaving = new AbortController()
  const left = places.take(leaving.signal)
  await expect(places.take(patience)).rejects.toThrow(LineTooLong)
  leaving.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  const next = places.take(patience)
  giveBack()
  giveBack()
  await next
  await expect(Promise.race([places.take(patience), pause(20, 'waits')])).resolves.toBe('waits')
})

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('waiting for one’s turn too long is a transient fault that says nothing against the model', async () => {
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
  // What has begun has the time that it needs.
  await vi.advanceTimersByTimeAsync(60_000)
  const third = inTurn(async () => 'third', patience)
  first.resolve('first')
  expect([await long, await third]).toEqual(['first', 'third'])
})
