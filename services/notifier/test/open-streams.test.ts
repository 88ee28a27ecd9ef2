import { createLog } from '@utter/telemetry/log'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { JobsClient } from '../src/jobs-client.ts'
import { createOpenStreams, type OpenStream } from '../src/streams/open-streams.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const log = createLog('notifier', 'silent')

/** What jobs would say of the versions of its jobs. */
function jobsThatHave(versions: Record<string, number>): JobsClient & { asked: string[][] } {
  const asked: string[][] = []
  return {
    asked,
    job: async () => null,
    changedSince: async () => [],
    versions: async (_userId, ids) => {
      asked.push(ids)
      return Object.fromEntries(Object.entries(versions).filter(([id]) => ids.includes(id)))
    },
  }
}
function aStream(userId: string, jobId?: string, told = 1) {
  const seen = { beats: 0, caughtUp: 0, ended: 0 }
  let close = () => {}
  const stream: OpenStream = {
    userId,
    lastSentAt: Date.now(),
    sse: {
      send: () => {},
      comment: () => void seen.beats++,
      taken: async () => {},
      end: () => void seen.ended++,
      onClose: (act) => {
        close = act
      },
    },
    ...(jobId !== undefined && { job: { id: jobId, told: () => told, catchUp: () => void seen.caughtUp++ } }),
  }
  return { stream, seen, close: () => close() }
}
const second = 1_000

test('a stream that was silent for 15 s gets a heartbeat, one that was not gets none', async () => {
  await using streams = createOpenStreams(jobsThatHave({}), 10, log)
  const [silent, busy] = [aStream('u'), aStream('u')]
  streams.add(silent.stream)
  streams.add(busy.stream)
  await vi.advanceTimersByTimeAsync(12 * second)
  busy.stream.lastSentAt = Date.now()
  expect(silent.seen.beats).toBe(0)
  await vi.advanceTimersByTimeAsync(10 * second)
  expect([silent.seen.beats, busy.seen.beats]).toEqual([1, 0])
  await vi.advanceTimersByTimeAsync(100 * second)
  expect(silent.seen.beats).toBeGreaterThanOrEqual(5)
})

test('a silent stream that is behind its job catches up, one that is not is left alone, in one call an account', async () => {
  const jobs = jobsThatHave({ a: 3, b: 1, c: 2 })
  await using streams = createOpenStreams(jobs, 10, log)
  const behind = aStream('u', 'a', 2)
  const even = aStream('u', 'b', 1)
  const ofAnother = aStream('v', 'c', 1)
  const gone = aStream('u', 'd', 1)
  for (const { stream } of [behind, even, ofAnother, gone, aStream('u')]) streams.add(stream)
  await vi.advanceTimersByTimeAsync(22 * second)
  expect([behind, even, ofAnother, gone].map(({ seen }) => seen.caughtUp)).toEqual([1, 0, 1, 0])
  expect(jobs.asked).toEqual([['a', 'b', 'd'], ['c']])
})

test('while jobs is away heartbeats go on, and streams catch up when it is back', async () => {
  const jobs = jobsThatHave({ a: 3 })
  const { versions } = jobs
  let isAway = true
  jobs.versions = async (...given) => {
    if (isAway) throw new Error('jobs is away')
    return versions(...given)
  }
  await using streams = createOpenStreams(jobs, 10, log)
  const behind = aStream('u', 'a', 2)
  streams.add(behind.stream)
  await vi.advanceTimersByTimeAsync(60 * second)
  expect(behind.seen.beats).toBeGreaterThanOrEqual(2)
  isAway = false
  await vi.advanceTimersByTimeAsync(25 * second)
  expect(behind.seen.caughtUp).toBeGreaterThan(0)
})

test('an account has so many streams, and a place comes back when one closes', async () => {
  await using streams = createOpenStreams(jobsThatHave({}), 2, log)
  const [first, second] = [aStream('u'), aStream('u')]
  for (const { stream } of [first, second]) {
    streams.checkRoom('u')
    streams.add(stream)
  }
  expect(() => streams.checkRoom('u')).toThrow(expect.objectContaining({ status: 429, code: 'too_many_streams' }))
  streams.checkRoom('v')
  first.close()
  streams.checkRoom('u')
})

test('the end of the process ends every stream', async () => {
  const streams = createOpenStreams(jobsThatHave({}), 10, log)
  const open = [aStream('u'), aStream('v', 'a')]
  for (const { stream } of open) streams.add(stream)
  await streams[Symbol.asyncDispose]()
  expect(open.map(({ seen }) => seen.ended)).toEqual([1, 1])
})
