import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { backoffMs } from '../../src/lib/server/backoff.ts'
import { followStream } from '../../src/lib/server/live-stream.ts'
import { throttle } from '../../src/lib/throttle.ts'
import { FakeEventSource } from '../support/support.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  FakeEventSource.all = []
})
afterEach(() => vi.useRealTimers())

const connect = (url: string) => new FakeEventSource(url) as never

/** The longest pause that jitter gives. */
const random = () => 0.999_999

test('the pauses between tries lie anywhere below 1, 2, 4 … 30 s', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 50].map((tries) => backoffMs(tries, random))).toEqual(
    [1, 2, 4, 8, 16, 30, 30, 30].map((seconds) => seconds * 1_000),
  )
  expect(backoffMs(5, () => 0)).toBe(0)
  expect(new Set(Array.from({ length: 20 }, () => backoffMs(5))).size).toBeGreaterThan(10)
})

test('a break closes the stream, asks, and opens a new one after the pause', async () => {
  const shouldReopen = vi.fn(async () => true)
  followStream({ url: '/api/events/1', onMessage: () => {}, shouldReopen, connect, random })
  for (const pause of [1_000, 2_000, 4_000]) {
    const opened = FakeEventSource.all.length
    FakeEventSource.last.onerror?.()
    expect(FakeEventSource.last.isClosed).toBe(true)
    await vi.advanceTimersByTimeAsync(pause - 1)
    expect(FakeEventSource.all).toHaveLength(opened)
    await vi.advanceTimersByTimeAsync(1)
    expect(FakeEventSource.all).toHaveLength(opened + 1)
  }
  expect(shouldReopen).toHaveBeenCalledTimes(3)
})

test('a stream that held starts the pauses again at 1 s', async () => {
  followStream({ url: '/', onMessage: () => {}, shouldReopen: async () => true, connect, random })
  FakeEventSource.last.onerror?.()
  await vi.advanceTimersByTimeAsync(1_000)
  FakeEventSource.last.onopen?.()
  for (let i = 0; i < 4; i += 1) {
    await vi.advanceTimersByTimeAsync(15_000)
    FakeEventSource.last.emitNamed('heartbeat')
  }
  FakeEventSource.last.onerror?.()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(FakeEventSource.all).toHaveLength(3)
})

test('a stream that opens and dies each second is retried ever more slowly; one that held 5 s starts again', async () => {
  followStream({ url: '/', onMessage: () => {}, shouldReopen: async () => true, connect, random })
  const pauseAfter = async (openMs: number) => {
    FakeEventSource.last.onopen?.()
    await vi.advanceTimersByTimeAsync(openMs)
    const opened = FakeEventSource.all.length
    FakeEventSource.last.onerror?.()
    for (let seconds = 1; ; seconds += 1) {
      await vi.advanceTimersByTimeAsync(1_000)
      if (FakeEventSource.all.length > opened) return seconds
    }
  }
  const pauses: number[] = []
  for (const openMs of [1_000, 1_000, 1_000, 4_999, 5_000]) pauses.push(await pauseAfter(openMs))
  expect(pauses).toEqual([1, 2, 4, 8, 1])
})

test('a stream that is silent for 45 s is a broken one; heartbeats keep it', async () => {
  const shouldReopen = vi.fn(async () => true)
  followStream({ url: '/', onMessage: () => {}, shouldReopen, connect, random })
  FakeEventSource.last.onopen?.()
  for (let i = 0; i < 4; i += 1) {
    await vi.advanceTimersByTimeAsync(15_000)
    FakeEventSource.last.emitNamed('heartbeat')
  }
  expect(FakeEventSource.all).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(44_000)
  expect(shouldReopen).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(7_000)
  expect(shouldReopen).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(FakeEventSource.all).toHaveLength(2)
  expect(FakeEventSource.all[0]?.isClosed).toBe(true)
})

test.each([
  ['a person comes back', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['the network does', () => window.dispatchEvent(new Event('online'))],
])('when %s, 20 s of silence are enough', async (_when, comeBack) => {
  const shouldReopen = vi.fn(async () => true)
  const end = followStream({ url: '/', onMessage: () => {}, shouldReopen, connect, random })
  FakeEventSource.last.onopen?.()
  await vi.advanceTimersByTimeAsync(19_000)
  comeBack()
  expect(shouldReopen).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2_000)
  comeBack()
  expect(shouldReopen).toHaveBeenCalledTimes(1)
  end()
})

test('named events arrive parsed', () => {
  const reply = vi.fn()
  followStream({ url: '/', onMessage: () => {}, onEvent: { reply }, shouldReopen: async () => true, connect })
  FakeEventSource.last.emitNamed('reply', { text: 'Well' })
  expect(reply).toHaveBeenCalledWith({ text: 'Well' })
})

test('nothing is opened again once it is over, or ended meanwhile', async () => {
  followStream({ url: '/over', onMessage: () => {}, shouldReopen: async () => false, connect })
  FakeEventSource.last.onerror?.()
  const end = followStream({ url: '/ended', onMessage: () => {}, shouldReopen: async () => true, connect })
  FakeEventSource.last.onerror?.()
  end()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(FakeEventSource.all).toHaveLength(2)
})

test('messages arrive parsed, with their id; what is no JSON is left out', () => {
  const onMessage = vi.fn()
  followStream({ url: '/', onMessage, shouldReopen: async () => true, connect })
  FakeEventSource.last.onmessage?.({ data: 'not json', lastEventId: '1' })
  FakeEventSource.last.emit({ status: 'pending' }, '2')
  expect(onMessage.mock.calls).toEqual([[{ status: 'pending' }, '2']])
})

test('a throttled call runs at once, then once a pause at most', () => {
  const run = vi.fn()
  const { call, cancel } = throttle(run, 1_000)
  for (let i = 0; i < 20; i += 1) call()
  expect(run).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1_000)
  expect(run).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(5_000)
  expect(run).toHaveBeenCalledTimes(2)
  call()
  call()
  cancel()
  vi.advanceTimersByTime(5_000)
  expect(run).toHaveBeenCalledTimes(3)
})
