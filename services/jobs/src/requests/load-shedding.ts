import { ControlledQueue } from '@utter/http/limits/controlled-queue'
import { unavailable } from '@utter/http/problem'
import type { Clock } from '@utter/runtime/clock'
import { repeatEvery } from '@utter/runtime/repeat-every'
import { withTimeout } from '@utter/runtime/with-timeout'
import type { Log } from '@utter/telemetry/log'
import type { PickupDelay } from '../domain/pickup-delay.ts'
import type { JobStore } from '../store/jobs.ts'

/** A database that hangs: the answer is a 503, and what became of it is found by the same request, or by the sweeps. */
const submissionTimeoutMs = 8_000

export type LoadSheddingOptions = {
  /** Unpublished jobs at which submissions are rejected; counted once a second. */
  outboxLimit: number
  maxInFlight: number
  random?: () => number
}
export type LoadShedding = ReturnType<typeof openLoadShedding>

/** The queues in front of a submission are bounded: the database's, the broker's, the workers'. */
export function openLoadShedding(
  { jobs, pickupDelay, clock }: { jobs: Pick<JobStore, 'countUnpublished'>; pickupDelay: PickupDelay; clock: Clock },
  log: Log,
  { outboxLimit, maxInFlight, random = Math.random }: LoadSheddingOptions,
) {
  let isOutboxFull = false
  const queue = new ControlledQueue('submissions', maxInFlight)
  const watch = repeatEvery(1_000, 'outbox size', log, async () => {
    isOutboxFull = (await jobs.countUnpublished(outboxLimit)) >= outboxLimit
  })
  return {
    /** Checked before a body is read. @throws Problem 503 when `run` would certainly throw it */
    checkRoom(): void {
      queue.checkRoom()
    },
    /** @throws Problem 503 instead of submitting while one of the queues is full: early, so that jobs which wait already keep their time */
    async run<T>(submit: () => Promise<T>): Promise<T> {
      if (isOutboxFull || random() < pickupDelay.rejectionRate(clock.now()))
        throw unavailable('Too many jobs are waiting, try again in a moment', 5)
      return queue.run(() => withTimeout(submissionTimeoutMs, submit(), unavailable))
    },
    [Symbol.asyncDispose]: () => watch[Symbol.asyncDispose](),
  }
}
