import { repeatEvery } from '@utter/runtime/repeat-every'
import type { Log } from '@utter/telemetry/log'
import type { JobsClient } from '../clients/jobs.ts'
import { compareWithJobs } from './compare-with-jobs.ts'
import type { Hub } from './hub.ts'
import type { OpenStream, Tended } from './open-stream.ts'

/** Silent so long, a stream gets a heartbeat, and what it knows is compared with what jobs says. */
const silentMs = 15_000
const lookEveryMs = 5_000

export type OpenStreams = AsyncDisposable & { add(stream: OpenStream): void }

/** All streams of this replica: kept alive, and none left hanging on an event that was missed. */
export function createOpenStreams({ jobs, hub, log }: { jobs: JobsClient; hub: Hub; log: Log }): OpenStreams {
  const all = new Map<OpenStream, Tended>()
  let ended = false
  const silentSince = (lastMs: (tended: Tended) => number) =>
    [...all.values()].filter((one) => Date.now() - Math.max(one.stream.lastSentAt, lastMs(one)) >= silentMs)

  // Two loops: a heartbeat never waits for jobs.
  const beats = repeatEvery(lookEveryMs, 'heartbeat', log, async () => {
    for (const one of silentSince(({ beatAt }) => beatAt)) {
      one.beatAt = Date.now()
      one.stream.sse.comment('')
    }
  })
  const comparisons = repeatEvery(lookEveryMs, 'comparison', log, () =>
    compareWithJobs(
      silentSince(({ askedAt }) => askedAt),
      { jobs, hub, log },
    ),
  )

  return {
    add(stream) {
      // Opened while we leave: it comes back to another replica at once.
      if (ended) return stream.sse.end()
      const { lastSentAt } = stream
      all.set(stream, { stream, beatAt: lastSentAt, askedAt: lastSentAt, coveredAt: lastSentAt })
      stream.sse.onClose(() => void all.delete(stream))
    },
    async [Symbol.asyncDispose]() {
      ended = true
      // Not waited for: jobs may hang, and nothing is left to catch up.
      void comparisons[Symbol.asyncDispose]()
      await beats[Symbol.asyncDispose]()
      // Clients come back to another replica, with the last id that they have.
      for (const { sse } of all.keys()) sse.end()
    },
  }
}
