import { withTimeout } from '@utter/runtime/with-timeout'
import type { Log } from '@utter/telemetry/log'
import type { EachBatchPayload } from '../kafkajs/kafkajs.ts'
import type { Assignment } from './assignments.ts'

/** Each commit is a request and a write at the broker; messages acked since the last one are consumed again after a crash, which changes nothing. */
const commitEveryMs = 500
/**
 * Milliseconds after which a commit is given up: without a limit a request that is never answered would hold up every
 * later commit, and the end of the process.
 */
const commitLimitMs = 5_000

export type OffsetCommitter = {
  /** The present generation's way to commit, of one attempt: `consumer.commitOffsets` retries, and could land old offsets in a new generation. */
  use(commit: EachBatchPayload['commitOffsetsIfNecessary'] | undefined): void
  /** Commits what has been acked until now, and no more after it. */
  close(): Promise<void>
}

/** Commits the lowest offset in flight of each partition in the background, one commit at a time. */
export function startCommitting(assignments: () => Assignment[], group: string, log: Log): OffsetCommitter {
  let commit: EachBatchPayload['commitOffsetsIfNecessary'] | undefined
  let committing: Promise<void> = Promise.resolve()

  async function commitDue(): Promise<void> {
    const due = assignments().flatMap(({ topic, partition, tracker }) => {
      const offset = tracker.due
      return offset === undefined ? [] : [{ topic, partition, tracker, offset }]
    })
    if (!commit || due.length === 0) return
    const topics = Map.groupBy(due, ({ topic }) => topic)
    try {
      const committed = commit({
        topics: [...topics].map(([topic, list]) => ({
          topic,
          partitions: list.map(({ partition, offset }) => ({ partition, offset: String(offset) })),
        })),
      })
      await withTimeout(commitLimitMs, committed, () => new Error('the commit was not answered'))
      for (const { tracker, offset } of due) tracker.committed(offset)
    } catch (error) {
      // Redelivery is ordinary; the next turn, or the next owner, commits.
      log.debug({ err: error, group }, 'a commit did not land')
    }
  }

  const timer = setInterval(() => {
    committing = committing.then(commitDue)
  }, commitEveryMs)
  return {
    use(present) {
      commit = present
    },
    async close() {
      clearInterval(timer)
      await committing
      await commitDue()
    },
  }
}
