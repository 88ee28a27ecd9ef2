import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSemaphore, QueueFull, QueueTimeout } from '../src/semaphore.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const patience = new AbortController().signal
/** Long enough for every promise that is settled to have called what waits for it. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A caller, and whether it has a slot. */
function caller(semaphore: ReturnType<typeof createSemaphore>, signal = patience) {
  const one = { hasSlot: false, acquired: semaphore.acquire(signal) }
  one.acquired.then(
    () => Object.assign(one, { hasSlot: true }),
    () => {},
  )
  return one
}

test('slots are given first come first served, and never more of them than there are', async () => {
  const semaphore = createSemaphore(2)
  const callers = Array.from({ length: 5 }, () => caller(semaphore))
  const holders = () => callers.map(({ hasSlot }) => hasSlot)
  await settled()
  expect(holders()).toEqual([true, true, false, false, false])
  ;(await callers[1]?.acquired)?.()
  await settled()
  expect(holders()).toEqual([true, true, true, false, false])
})

test('a caller that leaves the queue makes room in it, and a slot that is released twice is one', async () => {
  const semaphore = createSemaphore(1, { maxWaiting: 1 })
  const release = await semaphore.acquire(patience)
  const leaving = new AbortController()
  const left = semaphore.acquire(leaving.signal)
  await expect(semaphore.acquire(patience)).rejects.toThrow(QueueFull)
  leaving.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  const next = semaphore.acquire(patience)
  release()
  release()
  await next
  const last = caller(semaphore)
  await settled()
  expect(last.hasSlot).toBe(false)
})

test('a holder whose signal aborts keeps its slot until it is released', async () => {
  const semaphore = createSemaphore(1)
  const holding = new AbortController()
  const release = await semaphore.acquire(holding.signal)
  const next = caller(semaphore)
  holding.abort()
  await settled()
  expect(next.hasSlot).toBe(false)
  release()
  await next.acquired
})

test('an aborted signal acquires nothing', async () => {
  const semaphore = createSemaphore(1)
  await expect(semaphore.acquire(AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
  await semaphore.acquire(patience)
})

test('the longest wait ends only what waits, not what holds a slot', async () => {
  const semaphore = createSemaphore(1, { maxWaitMs: 1_000 })
  const release = await semaphore.acquire(patience)
  const waiting = expect(semaphore.acquire(patience)).rejects.toThrow(QueueTimeout)
  await vi.advanceTimersByTimeAsync(1_001)
  await waiting
  await vi.advanceTimersByTimeAsync(60_000)
  const next = caller(semaphore)
  await settled()
  expect(next.hasSlot).toBe(false)
  release()
  await next.acquired
})
