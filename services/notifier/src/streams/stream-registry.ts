import type { HeartbeatEvent, JobDeletedEvent, WebhookDisabledEvent } from '@utter/contracts/http/jobs/job-views'
import type { NoticeView } from '@utter/contracts/http/notices/views'
import type { WorkDeletedEvent, WorkEvent } from '@utter/contracts/http/works/events'
import type { Clock } from '@utter/runtime/clock'
import { repeatEvery } from '@utter/runtime/repeat-every'
import type { Log } from '@utter/telemetry/log'
import { LRUCache } from 'lru-cache'
import type { JobsClient } from '../clients/jobs.ts'
import { compareWithJobs } from './compare-with-jobs.ts'
import { compareWorks } from './compare-works.ts'
import type { Hub } from './hub.ts'
import type { StreamDetails } from './job-details.ts'
import { countStream } from './metrics.ts'
import { readDetails } from './read-details.ts'
import { isOfAccount, type OpenStream, type StreamState } from './stream.ts'

/** Each stream has a heartbeat at least every 15 s: one is due after 14 s, and a turn of the loop comes up to half a second later. */
const heartbeatMs = 14_000
const heartbeatTurnMs = 500
/** After this time without a change a stream is compared with jobs; an account's own after the longer one also if it is busy, since the hub forgets what it sent. */
const silentMs = 15_000
const maxUncomparedMs = 40_000
const compareEveryMs = 5_000
/** A reply is read within this time of being written. */
const readEveryMs = 250

/** Events of an account that were sent, remembered to drop duplicates, which come within seconds. */
const maxNotified = 10_000

/** The named events of an account's stream that something else than the stream itself gives rise to. */
type AccountNotices = {
  'webhook-disabled': WebhookDisabledEvent
  'job-deleted': JobDeletedEvent
  work: WorkEvent
  'work-deleted': WorkDeletedEvent
  notice: NoticeView
}

export type StreamRegistry = AsyncDisposable & {
  add(stream: OpenStream): void
  /** @param id of one job, or one work, alone */
  endOf(userId: string, id?: string): void
  /** Hands the named events of each stream of a job what has come of it. */
  tell(userId: string, jobId: string, hand: (details: StreamDetails) => void): void
  /** Sends a named event to the account's own streams. @param key of what it is about: it is sent once for each */
  notify<Name extends keyof AccountNotices>(
    userId: string,
    key: string | number,
    event: Name,
    data: AccountNotices[Name],
  ): void
}

/** All open streams of this replica: sends heartbeats, details that are read for them, and changes that were missed. */
export function openStreamRegistry({
  jobs,
  hub,
  clock,
  log,
}: {
  jobs: JobsClient
  hub: Hub
  clock: Clock
  log: Log
}): StreamRegistry {
  const all = new Map<OpenStream, StreamState>()
  const notified = new LRUCache<string, true>({ max: maxNotified })
  let closed = false
  const byAccount = new Map<string, readonly OpenStream[]>()
  const streamsOf = (userId: string): readonly OpenStream[] => byAccount.get(userId) ?? []
  const isToBeCompared = ({ stream, comparedAtMs }: StreamState) => {
    const nowMs = clock.now().getTime()
    const isSilent = nowMs - Math.max(stream.lastSentAtMs, comparedAtMs) >= silentMs
    return isSilent || (isOfAccount(stream) && nowMs - comparedAtMs >= maxUncomparedMs)
  }
  const toBeCompared = () => [...all.values()].filter(isToBeCompared)

  // A loop each: a heartbeat never waits for jobs.
  const heartbeats = repeatEvery(heartbeatTurnMs, 'heartbeat', log, async () => {
    const presentMs = performance.now()
    const heartbeat: HeartbeatEvent = { at: clock.now().toISOString() }
    for (const state of all.values()) {
      if (state.heartbeatDueMs > presentMs) continue
      state.heartbeatDueMs = presentMs + heartbeatMs
      state.stream.sse.send(heartbeat, { event: 'heartbeat' })
    }
  })
  const reads = repeatEvery(readEveryMs, 'details', log, () => readDetails(all.keys(), { jobs, log }))
  const comparisons = repeatEvery(compareEveryMs, 'comparison', log, () =>
    compareWithJobs(
      toBeCompared().filter(({ stream }) => !stream.work),
      { jobs, hub, clock, log },
    ),
  )
  const comparisonsOfWorks = repeatEvery(compareEveryMs, 'comparison of works', log, () =>
    compareWorks(toBeCompared(), { clock, log }),
  )

  return {
    add(stream) {
      // Opened while the process stops: the client reconnects to another replica at once.
      if (closed) return stream.sse.end()
      const openedAtMs = stream.lastSentAtMs
      // Streams that were opened together, after a replica was lost, do not have their heartbeats together.
      const heartbeatDueMs = performance.now() + Math.random() * heartbeatMs
      countStream(kindOf(stream), 1)
      const { userId } = stream
      all.set(stream, { stream, heartbeatDueMs, comparedAtMs: openedAtMs, coveredUntilMs: openedAtMs })
      const others = byAccount.get(userId)
      byAccount.set(userId, others ? [...others, stream] : [stream])
      stream.sse.onClose(() => {
        all.delete(stream)
        const left = streamsOf(userId).filter((one) => one !== stream)
        if (left.length > 0) byAccount.set(userId, left)
        else byAccount.delete(userId)
        countStream(kindOf(stream), -1)
      })
    },
    endOf(userId, id) {
      for (const { job, work, sse } of streamsOf(userId))
        if (id === undefined || job?.id === id || work?.id === id) sse.end()
    },
    tell(userId, jobId, hand) {
      for (const { job } of streamsOf(userId)) if (job?.id === jobId) hand(job.details)
    },
    notify(userId, key, event, data) {
      const streams = streamsOf(userId).filter(isOfAccount)
      const sent = `${userId} ${event} ${key}`
      if (streams.length === 0 || notified.has(sent)) return
      notified.set(sent, true)
      for (const { sse } of streams) sse.send(data, { event })
    },
    async [Symbol.asyncDispose]() {
      closed = true
      // Not awaited: jobs may hang, and there is nothing left to catch up with.
      void comparisons[Symbol.asyncDispose]()
      void comparisonsOfWorks[Symbol.asyncDispose]()
      void reads[Symbol.asyncDispose]()
      await heartbeats[Symbol.asyncDispose]()
      // Clients reconnect to another replica, with the last id that they have.
      for (const { sse } of all.keys()) sse.end()
    },
  }
}

const kindOf = ({ job, work }: OpenStream) => (job ? 'job' : work ? 'work' : 'account')
