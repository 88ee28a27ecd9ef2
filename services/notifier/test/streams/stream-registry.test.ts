import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { systemClock as clock } from '@utter/runtime/clock'
import { createLog } from '@utter/telemetry/log'
import { register } from 'prom-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AccountVersions, JobsClient } from '../../src/clients/jobs.ts'
import type { Change } from '../../src/domain/change.ts'
import { createHub } from '../../src/streams/hub.ts'
import { createJobDetails } from '../../src/streams/job-details.ts'
import type { OpenStream } from '../../src/streams/stream.ts'
import { openStreamRegistry } from '../../src/streams/stream-registry.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const log = createLog('notifier', 'silent')
const second = 1_000

/** Jobs with these versions, and with these changes by account. */
function jobsThatHave(versions: Record<string, number>, changed: Record<string, JobView[]> = {}) {
  const queried: AccountVersions[][] = []
  const readAccounts: string[] = []
  const jobs: JobsClient = {
    job: async () => null,
    work: async () => null,
    details: async () => ({}),
    changedSince: async (userId) => {
      readAccounts.push(userId)
      return changed[userId] ?? []
    },
    versions: async (accounts) => {
      queried.push(accounts)
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
  return { jobs, queried, readAccounts }
}
const open = (jobs: JobsClient, hub = createHub()) => openStreamRegistry({ jobs, hub, clock, log })

function aStream(userId: string, jobId?: string, sentVersion = 1) {
  const seen = {
    ...{ heartbeatsAtMs: [] as number[], ids: [] as unknown[], details: [] as unknown[] },
    ...{ resets: 0, caughtUp: 0, ended: 0 },
  }
  let close = () => {}
  const stream: OpenStream = {
    userId,
    lastSentAtMs: Date.now(),
    sse: {
      send: (_data, { event, id } = {}) => {
        if (event === 'heartbeat') seen.heartbeatsAtMs.push(performance.now())
        if (event === 'reset') seen.resets++
        seen.ids.push(id)
      },
      end: () => void seen.ended++,
      onClose: (act) => {
        close = act
      },
    },
    ...(jobId !== undefined && {
      job: {
        id: jobId,
        sentVersion: () => sentVersion,
        catchUp: () => void seen.caughtUp++,
        details: createJobDetails(
          (_event, data) => void seen.details.push(data),
          () => '',
        ),
      },
    }),
  }
  const heartbeats = () => seen.heartbeatsAtMs.length
  return { stream, seen, heartbeats, close: () => close() }
}

test('each stream has a heartbeat at least every 15 s, busy or not, and without an id; one that has closed has none', async () => {
  await using streams = open(jobsThatHave({}).jobs)
  const begunMs = performance.now()
  const [silent, busy, ofJob, closed] = [aStream('u'), aStream('u'), aStream('u', 'j'), aStream('u')]
  for (const { stream } of [silent, busy, ofJob, closed]) streams.add(stream)
  closed.close()
  for (let i = 0; i < 240; i++) {
    busy.stream.lastSentAtMs = Date.now()
    await vi.advanceTimersByTimeAsync(second / 2)
  }
  for (const { seen } of [silent, busy, ofJob]) {
    const gaps = [...seen.heartbeatsAtMs, performance.now()].map((at, i, all) => at - (all[i - 1] ?? begunMs))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(15 * second)
    // Not more of them than are needed, either.
    expect(seen.heartbeatsAtMs.length).toBeLessThanOrEqual(10)
    expect(new Set(seen.ids)).toEqual(new Set([undefined]))
  }
  expect(closed.heartbeats()).toBe(0)
})

test('each stream that is opened is counted by its kind, none that comes while the process stops', async () => {
  const opened = async () => {
    const { values = [] } = (await register.getSingleMetric('streams_opened_total')?.get()) ?? {}
    return ['job', 'account'].map((kind) => values.find(({ labels }) => labels.kind === kind)?.value ?? 0)
  }
  const [jobs = 0, accounts = 0] = await opened()
  const streams = open(jobsThatHave({}).jobs)
  const closed = aStream('u', 'j')
  for (const { stream } of [aStream('u'), closed, aStream('v', 'k')]) streams.add(stream)
  closed.close()
  await streams[Symbol.asyncDispose]()
  streams.add(aStream('u').stream)
  expect(await opened()).toEqual([jobs + 2, accounts + 1])
})

test('the heartbeats of a thousand streams that were opened together come apart', async () => {
  await using streams = open(jobsThatHave({}).jobs)
  const all = Array.from({ length: 1_000 }, () => aStream('u'))
  for (const { stream } of all) streams.add(stream)
  await vi.advanceTimersByTimeAsync(60 * second)
  const perSecond = Map.groupBy(
    all.flatMap(({ seen }) => seen.heartbeatsAtMs),
    (at) => Math.floor(at / second),
  )
  expect(Math.max(...[...perSecond.values()].map(({ length }) => length))).toBeLessThan(250)
})

test('heartbeats go on for every stream while jobs hangs, however many accounts there are', async () => {
  const { jobs } = jobsThatHave({})
  // As long as a call to it may take.
  jobs.versions = () => new Promise((_, reject) => setTimeout(() => reject(new Error('too late')), 3 * second))
  await using streams = open(jobs)
  const all = Array.from({ length: 1_000 }, (_, i) => aStream(`u${i}`, `j${i}`))
  for (const { stream } of all) streams.add(stream)
  await vi.advanceTimersByTimeAsync(120 * second)
  expect(Math.min(...all.map(({ heartbeats }) => heartbeats()))).toBeGreaterThanOrEqual(8)
})

test('no heartbeat waits for jobs, though jobs never answers', async () => {
  const { jobs } = jobsThatHave({})
  jobs.versions = () => new Promise(() => {})
  const streams = open(jobs)
  const all = [aStream('u'), aStream('v', 'a')]
  for (const { stream } of all) streams.add(stream)
  await vi.advanceTimersByTimeAsync(45 * second)
  expect(Math.min(...all.map(({ heartbeats }) => heartbeats()))).toBeGreaterThanOrEqual(3)
  await streams[Symbol.asyncDispose]()
})

test('silent streams that are behind their jobs catch up, the others stay as they are, in one call for all accounts', async () => {
  const { jobs, queried } = jobsThatHave({ a: 3, b: 1, c: 2 })
  await using streams = open(jobs)
  const behind = aStream('u', 'a', 2)
  const even = aStream('u', 'b', 1)
  const ofAnother = aStream('v', 'c', 1)
  const gone = aStream('u', 'd', 1)
  for (const { stream } of [behind, even, ofAnother, gone]) streams.add(stream)
  await vi.advanceTimersByTimeAsync(22 * second)
  expect([behind, even, ofAnother, gone].map(({ seen }) => seen.caughtUp)).toEqual([1, 0, 1, 0])
  expect(queried).toEqual([
    [
      { userId: 'u', ids: ['a', 'b', 'd'] },
      { userId: 'v', ids: ['c'] },
    ],
  ])
})

test('a thousand accounts are compared by calls of a hundred, four at once', async () => {
  const { jobs, queried } = jobsThatHave({})
  const { versions } = jobs
  let inFlight = 0
  let maxInFlight = 0
  jobs.versions = async (accounts) => {
    maxInFlight = Math.max(maxInFlight, ++inFlight)
    await new Promise((resolve) => setTimeout(resolve, 100))
    inFlight--
    return versions(accounts)
  }
  await using streams = open(jobs)
  for (let i = 0; i < 1_000; i++) streams.add(aStream(`u${i}`, `j${i}`).stream)
  await vi.advanceTimersByTimeAsync(22 * second)
  expect([maxInFlight, queried.map((accounts) => accounts.length)]).toEqual([4, Array(10).fill(100)])
})

test('while jobs is unavailable heartbeats go on, and streams catch up when it is back', async () => {
  const { jobs } = jobsThatHave({ a: 3 })
  const { versions } = jobs
  let isUnavailable = true
  jobs.versions = async (accounts) => {
    if (isUnavailable) throw new Error('jobs is unavailable')
    return versions(accounts)
  }
  await using streams = open(jobs)
  const behind = aStream('u', 'a', 2)
  streams.add(behind.stream)
  await vi.advanceTimersByTimeAsync(60 * second)
  expect(behind.heartbeats()).toBeGreaterThanOrEqual(4)
  isUnavailable = false
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

test('a change of which no event came is published to the streams of its account, once', async () => {
  const hub = createHub()
  const published: Change[] = []
  hub.followAccount('u', (change) => void published.push(change))
  const { jobs, readAccounts } = jobsThatHave({}, { u: [ended('missed', 3_000)] })
  await using streams = open(jobs, hub)
  streams.add(aStream('u').stream)
  streams.add(aStream('u').stream)
  await vi.advanceTimersByTimeAsync(60 * second)
  expect(published.map(({ jobId, version, status }) => [jobId, version, status])).toEqual([['missed', 2, 'completed']])
  // Known by then, so the account was read no second time.
  expect(readAccounts).toEqual(['u'])
})

test('an account all of whose changes came as events is read no further, and the next comparison begins later', async () => {
  const hub = createHub()
  const { jobs, queried, readAccounts } = jobsThatHave({}, { u: [ended('known', 3_000)] })
  await using streams = open(jobs, hub)
  hub.followAccount('u', () => {})
  const begunMs = Date.now()
  streams.add(aStream('u').stream)
  hub.publish({ userId: 'u', jobId: 'known', version: 2, at: new Date(), status: 'completed', progress: 100 })
  await vi.advanceTimersByTimeAsync(60 * second)
  expect(readAccounts).toEqual([])
  const since = queried.map(([one]) => ((one?.since?.getTime() ?? 0) - begunMs) / second)
  expect(since[0]).toBe(-10)
  expect(since.at(-1)).toBeGreaterThan(5)
})

test('changes that were sent stay known until they are compared, however many others the platform has meanwhile', async () => {
  const hub = createHub()
  const { jobs, readAccounts } = jobsThatHave({}, { u: [ended('known', 3_000)] })
  await using streams = open(jobs, hub)
  const sent: Change[] = []
  hub.followAccount('u', (change) => void sent.push(change))
  streams.add(aStream('u').stream)
  const at = new Date()
  hub.publish({ userId: 'u', jobId: 'known', version: 2, at, status: 'completed', progress: 100 })
  for (let other = 0; other < 60_000; other++)
    hub.publish({ userId: 'other', jobId: `${other}`, version: 1, at, status: 'pending', progress: 0 })
  await vi.advanceTimersByTimeAsync(25 * second)
  expect([readAccounts, sent.length]).toEqual([[], 1])
})

test('an account’s stream that is never quiet is compared as well, before its changes are forgotten', async () => {
  const { jobs, queried } = jobsThatHave({})
  await using streams = open(jobs)
  const busy = aStream('u')
  streams.add(busy.stream)
  for (let i = 0; i < 240; i++) {
    busy.stream.lastSentAtMs = Date.now()
    await vi.advanceTimersByTimeAsync(second / 2)
  }
  expect(queried.length).toBeGreaterThanOrEqual(2)
})

test('past 500 missed changes each stream of the account itself is told once to read its lists anew, and nothing is sent in part', async () => {
  const hub = createHub()
  const published: Change[] = []
  hub.followAccount('u', (change) => void published.push(change))
  hub.followAccount('v', () => {})
  const missed = Array.from({ length: 501 }, (_, index) => ended(`missed ${index}`, 3_000))
  const changed: Record<string, JobView[]> = { u: missed, v: [ended('of another', 3_000)] }
  const { jobs, readAccounts } = jobsThatHave({}, changed)
  await using streams = open(jobs, hub)
  const [first, other, ofJob, ofAnother] = [aStream('u'), aStream('u'), aStream('u', 'j'), aStream('v')]
  for (const { stream } of [first, other, ofJob, ofAnother]) streams.add(stream)
  await vi.advanceTimersByTimeAsync(25 * second)
  // Time goes on, and they are before the next comparison.
  changed.u = []
  await vi.advanceTimersByTimeAsync(60 * second)
  expect([first, other, ofJob, ofAnother].map(({ seen }) => seen.resets)).toEqual([1, 1, 0, 0])
  expect([published, readAccounts]).toEqual([[], ['v']])
})

test('a change whose event is on its way is not missed: an account that is always busy is told nothing', async () => {
  const hub = createHub()
  hub.followAccount('u', () => {})
  const many = Array.from({ length: 501 }, (_, index) => ended(`of many ${index}`, 0))
  const { jobs, queried, readAccounts } = jobsThatHave({}, { u: many })
  await using streams = open(jobs, hub)
  const busy = aStream('u')
  streams.add(busy.stream)
  const at = new Date()
  const event = (jobId: string) =>
    hub.publish({ userId: 'u', jobId, version: 2, at, status: 'completed', progress: 100 })
  for (const { id } of many.slice(1)) event(id)
  while (queried.length === 0) await vi.advanceTimersByTimeAsync(second / 2)
  event('of many 0')
  await vi.advanceTimersByTimeAsync(5 * second)
  expect([busy.seen.resets, readAccounts]).toEqual([0, []])
})

test('a deletion looks at the streams of its account alone', async () => {
  await using streams = open(jobsThatHave({}).jobs)
  let reads = 0
  const other = aStream('other', 'j')
  streams.add(
    Object.defineProperty(other.stream, 'userId', {
      get: () => {
        reads++
        return 'other'
      },
    }),
  )
  const [account, job, gone] = [aStream('u'), aStream('u', 'j'), aStream('u')]
  for (const { stream } of [account, job, gone]) streams.add(stream)
  gone.close()
  reads = 0
  streams.endOf('u', 'j')
  streams.notify('u', 'j', 'job-deleted', { jobId: 'j' })
  streams.endOf('nobody')
  expect(reads).toBe(0)
  expect([account, job, gone, other].map(({ seen }) => [seen.ended, seen.ids.length])).toEqual([
    [0, 1],
    [1, 0],
    [0, 0],
    [0, 0],
  ])
  streams.endOf('u')
  expect(account.seen.ended).toBe(1)
})

test('what is told of a job is handed to its streams in its account alone', async () => {
  await using streams = open(jobsThatHave({}).jobs)
  const all = [aStream('u', 'j'), aStream('u', 'j'), aStream('u', 'other'), aStream('u'), aStream('other', 'j')]
  for (const { stream } of all) streams.add(stream)
  streams.tell('u', 'j', (details) => details.handleWriting({ attempt: 1, text: 'A' }))
  const written = [{ text: 'A' }]
  expect(all.map(({ seen }) => seen.details)).toEqual([written, written, [], [], []])
})

test('a comparison that failed is made the next time, from the same moment on', async () => {
  const { jobs, queried } = jobsThatHave({})
  const { versions } = jobs
  let isUnavailable = true
  jobs.versions = (accounts) => (isUnavailable ? Promise.reject(new Error('jobs is unavailable')) : versions(accounts))
  await using streams = open(jobs)
  const begunMs = Date.now()
  streams.add(aStream('u').stream)
  await vi.advanceTimersByTimeAsync(120 * second)
  isUnavailable = false
  await vi.advanceTimersByTimeAsync(25 * second)
  expect(queried[0]?.[0]?.since?.getTime()).toBe(begunMs - 10 * second)
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
