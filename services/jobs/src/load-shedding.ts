import { ControlledQueue } from '@utter/http/controlled-queue'
import { unavailable } from '@utter/http/problem'
import type { Clock } from '@utter/runtime/clock'
import { repeatEvery } from '@utter/runtime/repeat-every'
import { withTimeout } from '@utter/runtime/with-timeout'
import type { Log } from '@utter/telemetry/log'
import type { PickupDelay } from './domain/pickup-delay.ts'
import type { JobStore } from './store/jobs.ts'

/** A database that hangs: the answer is a 503, and what became of it is found by the same request, or by the sweeps. */
const submitLimitMs = 8_000

export type LoadSheddingOptions = {
  /** Events that may wait for the broker; looked at once a second. */
  outboxLimit: number
  submissionsAtOnce: number
  random?: () => number
}
export type LoadShedding = ReturnType<typeof openLoadShedding>

/** The queues in front of a submission are bounded: the database's, the broker's, the workers'. */
export function openLoadShedding(
  { jobs, pickupDelay, clock }: { jobs: Pick<JobStore, 'countUnpublished'>; pickupDelay: PickupDelay; clock: Clock },
  log: Log,
  { outboxLimit, submissionsAtOnce, random = Math.random }: LoadSheddingOptions,
) {
  let isOutboxFull = false
  const queue = new ControlledQueue('submissions', submissionsAtOnce)
  const watch = repeatEvery(1_000, 'outbox size', log, async () => {
    isOutboxFull = (await jobs.countUnpublished(outboxLimit)) >= outboxLimit
  })
  return {
    /** For the door, before a body is read. @throws Problem 503 when it is sure that `admit` would throw it */
    checkRoom(): void {
      queue.checkRoom()
    },
    /** Throws 503 instead of submitting while one of them is full: early, so that those who wait already keep their time. */
    async admit<T>(submit: () => Promise<T>): Promise<T> {
      if (isOutboxFull || random() < pickupDelay.excess(clock.now()))
        throw unavailable('Too many jobs are waiting, try again in a moment', 5)
      return queue.run(() => withTimeout(submitLimitMs, submit(), unavailable))
    },
    [Symbol.asyncDispose]: () => watch[Symbol.asyncDispose](),
  }
}
