import { Problem } from '@utter/http/problem'
import { every } from '@utter/runtime/every'
import type { Log } from '@utter/telemetry/log'
import type { JobsClient } from '../jobs-client.ts'
import type { Sse } from './sse.ts'

/** Silent so long, a stream gets a heartbeat, and what it knows is compared with what jobs says. */
const silentMs = 15_000

export type OpenStream = {
  userId: string
  sse: Sse
  /** The job that it follows, and the version that it has told; none for a stream of the whole account. */
  job?: { id: string; told(): number; catchUp(): void }
  lastSentAt: number
}
export type OpenStreams = AsyncDisposable & { add(stream: OpenStream): void; checkRoom(userId: string): void }

/** All streams of this replica: bounded by account, kept alive, and none left hanging on an event that was missed. */
export function createOpenStreams(jobs: JobsClient, mostOfAccount: number, log: Log): OpenStreams {
  const all = new Set<OpenStream>()
  const counts = new Map<string, number>()
  let ended = false

  const beat = every(5_000, 'heartbeat', log, async () => {
    const silent = [...all].filter((stream) => Date.now() - stream.lastSentAt >= silentMs)
    for (const stream of silent) {
      stream.sse.comment('')
      stream.lastSentAt = Date.now()
    }
    for (const [userId, streams] of Map.groupBy(
      silent.filter(({ job }) => job),
      (stream) => stream.userId,
    )) {
      try {
        const versions = await jobs.versions(
          userId,
          streams.flatMap(({ job }) => job?.id ?? []),
        )
        for (const { job } of streams) if (job && (versions[job.id] ?? 0) > job.told()) job.catchUp()
      } catch (error) {
        log.debug({ err: error, userId }, 'an account is compared the next time')
      }
    }
  })

  return {
    checkRoom(userId) {
      if ((counts.get(userId) ?? 0) >= mostOfAccount)
        throw new Problem(429, 'too_many_streams', 'Too many open streams', { headers: { 'retry-after': '5' } })
    },
    add(stream) {
      // Opened while we leave: it comes back to another replica at once.
      if (ended) return stream.sse.end()
      all.add(stream)
      counts.set(stream.userId, (counts.get(stream.userId) ?? 0) + 1)
      stream.sse.onClose(() => {
        all.delete(stream)
        const left = (counts.get(stream.userId) ?? 1) - 1
        if (left > 0) counts.set(stream.userId, left)
        else counts.delete(stream.userId)
      })
    },
    async [Symbol.asyncDispose]() {
      ended = true
      await beat[Symbol.asyncDispose]()
      // Clients come back to another replica, with the last id that they have.
      for (const { sse } of all) sse.end()
    },
  }
}
