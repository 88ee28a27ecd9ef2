import type { Clock } from '@utter/runtime/clock'
import { repeatEvery } from '@utter/runtime/repeat-every'
import type { Log } from '@utter/telemetry/log'
import type { JobsClient } from '../clients/jobs.ts'
import { compareWithJobs } from './compare-with-jobs.ts'
import type { Hub } from './hub.ts'
import type { OpenStream, StreamState } from './stream.ts'

/** After this time without an event a stream gets a heartbeat, and is compared with jobs. */
const silentMs = 15_000
const checkEveryMs = 5_000

export type StreamRegistry = AsyncDisposable & { add(stream: OpenStream): void }

/** All open streams of this replica: kept alive, and brought up to date when an event was missed. */
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
  let closed = false
  const nowMs = () => clock.now().getTime()
  const silentSince = (lastMs: (state: StreamState) => number) =>
    [...all.values()].filter((state) => nowMs() - Math.max(state.stream.lastSentAtMs, lastMs(state)) >= silentMs)

  // Two loops: a heartbeat never waits for jobs.
  const heartbeats = repeatEvery(checkEveryMs, 'heartbeat', log, async () => {
    for (const state of silentSince(({ heartbeatAtMs }) => heartbeatAtMs)) {
      state.heartbeatAtMs = nowMs()
      state.stream.sse.comment('')
    }
  })
  const comparisons = repeatEvery(checkEveryMs, 'comparison', log, () =>
    compareWithJobs(
      silentSince(({ comparedAtMs }) => comparedAtMs),
      { jobs, hub, clock, log },
    ),
  )

  return {
    add(stream) {
      // Opened while the process stops: the client reconnects to another replica at once.
      if (closed) return stream.sse.end()
      const openedAtMs = stream.lastSentAtMs
      all.set(stream, { stream, heartbeatAtMs: openedAtMs, comparedAtMs: openedAtMs, coveredUntilMs: openedAtMs })
      stream.sse.onClose(() => void all.delete(stream))
    },
    async [Symbol.asyncDispose]() {
      closed = true
      // Not awaited: jobs may hang, and there is nothing left to catch up with.
      void comparisons[Symbol.asyncDispose]()
      await heartbeats[Symbol.asyncDispose]()
      // Clients reconnect to another replica, with the last id that they have.
      for (const { sse } of all.keys()) sse.end()
    },
  }
}
