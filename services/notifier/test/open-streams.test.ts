import type { JobView } from '@utter/contracts/http/job-views'
import { createLog } from '@utter/telemetry/log'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AccountVersions, JobsClient } from '../src/clients/jobs.ts'
import type { Change } from '../src/domain/change.ts'
import { createHub } from '../src/streams/hub.ts'
import type { OpenStream } from '../src/streams/open-stream.ts'
import { createOpenStreams } from '../src/streams/open-streams.ts'
import { createPlaces } from '../src/streams/places.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const log = createLog('notifier', 'silent')
const second = 1_000

/** What jobs would say of the versions of its jobs, and of what changed in an account. */
function jobsThatHave(versions: Record<string, number>, changed: Record<string, JobView[]> = {}) {
  const asked: AccountVersions[][] = []
  const readAccounts: string[] = []
  const jobs: JobsClient = {
    job: async () => null,
    changedSince: async (userId) => {
      readAccounts.push(userId)
      return changed[userId] ?? []
    },
    versions: async (accounts) => {
      asked.push(accounts)
      return Object.fromEntries(
        accounts.map(({ userId, ids, since }) => [
          userId,
          {
            versions: Object.fromEntries(Object.entries(versions).filter(([id]) => ids.includes(id))),
            changed: Object.fromEntries(since ? (changed[userId] ?? []).map(({ id, version }) => [id, version]) : []),
          },
        ]),
      )
    },
  }
  return { jobs, asked, readAccounts }
}
const open = (jobs: JobsClient, hub = createHub()) => createOpenStreams({ jobs, hub, log })

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

test('a stream that was silent for 15 s gets a heartbeat, one that was not gets none, one that has closed none either', async () => {
  await using streams = open(jobsThatHave({}).jobs)
  const [silent, busy, closed] = [aStream('u'), aStream('u'), aStream('u')]
  for (const { stream } of [silent, busy, closed]) streams.add(stream)
  closed.close()
  await vi.advanceTimersByTimeAsync(12 * second)
  busy.stream.lastSentAt = Date.now()
  expect(silent.seen.beats).toBe(0)
  await vi.advanceTimersByTimeAsync(10 * second)
  expect([silent, busy, closed].map(({ seen }) => seen.beats)).toEqual([1, 0, 0])
  await vi.advanceTimersByTimeAsync(100 * second)
  expect(silent.seen.beats).toBeGreaterThanOrEqual(5)
})

test('heartbeats go on for every stream while jobs hangs, however many accounts there are', async () => {
  const { jobs } = jobsThatHave({})
  // As long as a call to it may take.
  jobs.versions = () => new Promise((_, reject) => setTimeout(() => reject(new Error('too late')), 3 * second))
  await using streams = open(jobs)
  const all = Array.from({ length: 1_000 }, (_, i) => aStream(`u${i}`, `j${i}`))
  for (const { stream } of all) streams.add(stream)
  await vi.advanceTimersByTimeAsync(120 * second)
  expect(Math.min(...all.map(({ seen }) => seen.beats))).toBeGreaterThanOrEqual(5)
})

test('no heartbeat waits for jobs, though it never answers', async () => {
  const { jobs } = jobsThatHave({})
  jobs.versions = () => new Promise(() => {})
  const streams = open(jobs)
  const all = [aStream('u'), aStream('v', 'a')]
  for (const { stream } of all) streams.add(stream)
  await vi.advanceTimersByTimeAsync(44 * second)
  expect(all.map(({ seen }) => seen.beats)).toEqual([2, 2])
  await streams[Symbol.asyncDispose]()
})

test('silent streams that are behind their jobs catch up, the others are left alone, in one call for all accounts', async () => {
  const { jobs, asked } = jobsThatHave({ a: 3, b: 1, c: 2 })
  await using streams = open(jobs)
  const behind = aStream('u', 'a', 2)
  const even = aStream('u', 'b', 1)
  const ofAnother = aStream('v', 'c', 1)
  const gone = aStream('u', 'd', 1)
  for (const { stream } of [behind, even, ofAnother, gone]) streams.add(stream)
  await vi.advanceTimersByTimeAsync(22 * second)
  expect([behind, even, ofAnother, gone].map(({ seen }) => seen.caughtUp)).toEqual([1, 0, 1, 0])
  expect(asked).toEqual([
    [
      { userId: 'u', ids: ['a', 'b', 'd'] },
      { userId: 'v', ids: ['c'] },
    ],
  ])
})

test('a thousand accounts are compared by calls of a hundred, four at once', async () => {
  const { jobs, asked } = jobsThatHave({})
  const { versions } = jobs
  let underWay = 0
  let most = 0
  jobs.versions = async (accounts) => {
    most = Math.max(most, ++underWay)
    await new Promise((resolve) => setTimeout(resolve, 100))
    underWay--
    return versions(accounts)
  }
  await using streams = open(jobs)
  for (let i = 0; i < 1_000; i++) streams.add(aStream(`u${i}`, `j${i}`).stream)
  await vi.advanceTimersByTimeAsync(22 * second)
  expect([most, asked.map((accounts) => accounts.length)]).toEqual([4, Array(10).fill(100)])
})

test('while jobs is away heartbeats go on, and streams catch up when it is back', async () => {
  const { jobs } = jobsThatHave({ a: 3 })
  const { versions } = jobs
  let isAway = true
  jobs.versions = async (accounts) => {
    if (isAway) throw new Error('jobs is away')
    return versions(accounts)
  }
  await using streams = open(jobs)
  const behind = aStream('u', 'a', 2)
  streams.add(behind.stream)
  await vi.advanceTimersByTimeAsync(60 * second)
  expect(behind.seen.beats).toBeGreaterThanOrEqual(2)
  isAway = false
  await vi.advanceTimersByTimeAsync(25 * second)
  expect(behind.seen.caughtUp).toBeGreaterThan(0)
})

/** A job that has ended so many ms from now. */
const ended = (id: string, inMs: number): JobView =>
  ({
    id,
    version: 2,
    audioUrl: `/audio/${id}.mp3`,
    timeline: [
      { version: 1, at: new Date(Date.now() - 600_000).toISOString(), status: 'pending', progress: 0 },
      { version: 2, at: new Date(Date.now() + inMs).toISOString(), status: 'completed', progress: 100 },
    ],
  }) as unknown as JobView

test('a change of which no event came is handed to the streams of its account, once', async () => {
  const hub = createHub()
  const heard: Change[] = []
  hub.followAccount('u', (change) => void heard.push(change))
  const { jobs, readAccounts } = jobsThatHave({}, { u: [ended('missed', 3_000)] })
  await using streams = open(jobs, hub)
  streams.add(aStream('u').stream)
  streams.add(aStream('u').stream)
  await vi.advanceTimersByTimeAsync(60 * second)
  expect(heard.map(({ jobId, version, status }) => [jobId, version, status])).toEqual([['missed', 2, 'completed']])
  // Known by then, so the account was read no second time.
  expect(readAccounts).toEqual(['u'])
})

test('an account all of whose changes came as events is read no further, and since when is asked moves on', async () => {
  const hub = createHub()
  const { jobs, asked, readAccounts } = jobsThatHave({}, { u: [ended('known', 3_000)] })
  await using streams = open(jobs, hub)
  const begunMs = Date.now()
  streams.add(aStream('u').stream)
  hub.publish({ userId: 'u', jobId: 'known', version: 2, at: new Date(), status: 'completed', progress: 100 })
  await vi.advanceTimersByTimeAsync(60 * second)
  expect(readAccounts).toEqual([])
  const since = asked.map(([one]) => ((one?.since?.getTime() ?? 0) - begunMs) / second)
  expect(since[0]).toBe(-10)
  expect(since.at(-1)).toBeGreaterThan(5)
})

test('what jobs could not be asked about is asked about the next time', async () => {
  const { jobs, asked } = jobsThatHave({})
  const { versions } = jobs
  let isAway = true
  jobs.versions = (accounts) => (isAway ? Promise.reject(new Error('jobs is away')) : versions(accounts))
  await using streams = open(jobs)
  const begunMs = Date.now()
  streams.add(aStream('u').stream)
  await vi.advanceTimersByTimeAsync(120 * second)
  isAway = false
  await vi.advanceTimersByTimeAsync(25 * second)
  expect(asked[0]?.[0]?.since?.getTime()).toBe(begunMs - 10 * second)
})

test('an account has so many places, and one comes back once, however often it is given back', () => {
  const places = createPlaces(2)
  const [first] = [places.take('u'), places.take('u')]
  expect(() => places.take('u')).toThrow(expect.objectContaining({ status: 429, code: 'too_many_streams' }))
  places.take('v')
  first?.()
  first?.()
  places.take('u')
  expect(() => places.take('u')).toThrow()
})

test('the end of the process ends every stream, and does not wait for jobs', async () => {
  const { jobs } = jobsThatHave({})
  jobs.versions = () => new Promise(() => {})
  const streams = open(jobs)
  const all = [aStream('u'), aStream('v', 'a')]
  for (const { stream } of all) streams.add(stream)
  await vi.advanceTimersByTimeAsync(30 * second)
  await streams[Symbol.asyncDispose]()
  expect(all.map(({ seen }) => seen.ended)).toEqual([1, 1])
})
