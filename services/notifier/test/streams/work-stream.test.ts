import type { WorkForNotifier } from '@utter/contracts/http/internal/jobs/get-work'
import type { WorkEvent } from '@utter/contracts/http/works/events'
import { systemClock as clock } from '@utter/runtime/clock'
import { createLog } from '@utter/telemetry/log'
import { register } from 'prom-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { JobsClient } from '../../src/clients/jobs.ts'
import { createHub } from '../../src/streams/hub.ts'
import { openStreamRegistry } from '../../src/streams/stream-registry.ts'
import { WorkStream } from '../../src/streams/work-stream.ts'
import { aChapterChange, aChapterRow, aStateChange, aWorkForNotifier, aWorkView } from '../support/a-work-view.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const log = createLog('notifier', 'silent')
const second = 1_000
/** A stream is compared 15 to 22 s after its last change. */
const maxMs = 25 * second
const chapter = aChapterRow({ state: 'speaking', progress: 10 })
const work = aWorkView({ chapters: [chapter] })
const view = (progress: number, version: number) =>
  aWorkForNotifier({ ...work, chapters: [{ ...chapter, progress }] }, 1, version)

/** A registry with the stream of one work, of which jobs has what `read` returns. */
function open(read: () => Promise<WorkForNotifier | null>, opened = view(10, 2)) {
  const reads = vi.fn(read)
  const jobs = { work: reads, versions: async () => ({}), details: async () => ({}) } as unknown as JobsClient
  const streams = openStreamRegistry({ jobs, hub: createHub(), clock, log })
  const sent: (WorkEvent | string)[] = []
  let isEnded = false
  const sse = {
    send: (data: unknown, { event }: { event?: string } = {}) => void sent.push(event ?? (data as WorkEvent)),
    end: () => {
      isEnded = true
    },
    onClose: () => {},
    drained: async () => {},
    fail: () => {},
  }
  const stream = new WorkStream({ userId: 'u', workId: work.workId, sse }, { jobs, clock, log })
  const subscription = { held: [], handle: (_: Parameters<typeof aStateChange>[0] | unknown) => {} }
  streams.add(stream)
  stream.follow(opened, subscription)
  const events = () => sent.filter((one) => typeof one !== 'string')
  return {
    streams,
    reads,
    sent,
    handle: (change: ReturnType<typeof aStateChange>) => subscription.handle(change),
    progress: () => events().map(({ chapters }) => chapters.map((one) => one.progress).join()),
    states: () => events().map(({ state }) => state),
    isEnded: () => isEnded,
    [Symbol.asyncDispose]: () => streams[Symbol.asyncDispose](),
  }
}

test('a stream of a work that is silent for 15 s is compared with jobs, and sends what it lacks, once', async () => {
  await using one = open(async () => view(60, 7))
  await vi.advanceTimersByTimeAsync(14 * second)
  expect(one.reads).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(11 * second)
  expect(one.progress()).toEqual(['10', '60'])
  await vi.advanceTimersByTimeAsync(60 * second)
  expect(one.progress()).toEqual(['10', '60'])
  expect(one.reads.mock.calls.length).toBeGreaterThan(2)
  // An event of before the comparison comes late.
  one.handle(aChapterChange(work, 1, { ...chapter, progress: 40 }, 6))
  one.handle(aChapterChange(work, 1, { ...chapter, progress: 80 }, 8))
  await vi.advanceTimersByTimeAsync(0)
  expect(one.progress()).toEqual(['10', '60', '80'])
})

test('a chapter whose version alone is another one is not sent again', async () => {
  await using one = open(async () => view(10, 9))
  await vi.advanceTimersByTimeAsync(60 * second)
  expect(one.progress()).toEqual(['10'])
})

test('a state that no event has brought is sent by the comparison, and ends the stream', async () => {
  let version = 2
  await using one = open(async () =>
    aWorkForNotifier({ ...work, state: version > 2 ? 'failed' : 'paused' }, version, 2),
  )
  await vi.advanceTimersByTimeAsync(maxMs)
  version = 3
  await vi.advanceTimersByTimeAsync(maxMs)
  expect(one.states()).toEqual(['speaking', 'paused', 'failed'])
  expect(one.isEnded()).toBe(true)
})

test('while jobs is unavailable the stream goes on with its heartbeats, and ends where the work is gone', async () => {
  let isAway = true
  await using one = open(async () => {
    if (isAway) throw new Error('no answer')
    return null
  })
  await vi.advanceTimersByTimeAsync(60 * second)
  expect(one.isEnded()).toBe(false)
  expect(one.sent.filter((event) => event === 'heartbeat').length).toBeGreaterThan(2)
  isAway = false
  await vi.advanceTimersByTimeAsync(maxMs)
  expect(one.isEnded()).toBe(true)
})

test('nothing is sent after the end', async () => {
  await using one = open(async () => aWorkForNotifier({ ...work, state: 'completed' }, 2, 2))
  one.handle(aStateChange({ ...work, state: 'completed' }, 2))
  one.handle(aChapterChange(work, 3, chapter, 9))
  one.handle(aStateChange({ ...work, state: 'completed' }, 4))
  await vi.advanceTimersByTimeAsync(0)
  expect(one.states()).toEqual(['speaking', 'completed'])
})

test('events of the account are no concern of a work’s stream, which is counted as such and ends with its account', async () => {
  const opened = async () => {
    const { values = [] } = (await register.getSingleMetric('streams_opened_total')?.get()) ?? {}
    return values.find(({ labels }) => labels.kind === 'work')?.value ?? 0
  }
  const before = await opened()
  await using one = open(async () => view(10, 2))
  one.streams.notify('u', work.workId, 'work-deleted', { workId: work.workId })
  expect(one.sent).toHaveLength(1)
  expect(await opened()).toBe(before + 1)
  one.streams.endOf('u', 'another')
  expect(one.isEnded()).toBe(false)
  one.streams.endOf('u')
  expect(one.isEnded()).toBe(true)
})
