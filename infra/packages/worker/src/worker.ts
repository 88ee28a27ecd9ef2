import type { ClaimResult, Claims } from '@utter/contracts/claims'
import type { EventDefinition } from '@utter/contracts/event'
import type { About } from '@utter/messaging/handler'
import type { OutgoingEvent } from '@utter/messaging/outgoing-event'
import type { Breaker } from './breaker.ts'

export type StepRequest = { jobId: string; attempt: number }
export type Failure = { code: string; error: string }

export type StepContext = {
  /** Aborts when the time is over, the claim or the partition is lost, or the process leaves; then nobody waits any more. */
  signal: AbortSignal
  /** Random for each attempt: part of the names of what is written, so that an awakened worker overwrites nothing. */
  owner: string
  /** Publishes progress, which may be lost. The time of the step begins again. */
  report(event: OutgoingEvent): void
  about: About
}

/** A consumer of paid work: done once, remembered under a claim, then reported. */
export type Worker<Data extends StepRequest = StepRequest, Value = unknown, Type extends string = string> = {
  event: EventDefinition<Data, Type>
  stage: string
  claims: Claims<Value>
  /** The vendor's; shared with whatever else asks it in this process. */
  breaker: Breaker
  /**
   * Time for all attempts at once, in ms; `report` begins it again. A little less than jobs waits (recipe.md 6), so that the
   * worker's own report comes first: jobs would take its silence for a dead worker, three times at most.
   */
  limitMs(data: Data): number
  /** @throws VendorError; a transient one is retried, a permanent one fails the job with its sentence */
  execute(data: Data, tools: StepContext): Promise<Value>
  reports: {
    started(asked: StepRequest, userId: string): OutgoingEvent
    done(asked: StepRequest, userId: string, value: Value): OutgoingEvent
    failed(asked: StepRequest, userId: string, failure: Failure): OutgoingEvent
    postponed(asked: StepRequest, userId: string, until: Date, code: string): OutgoingEvent
  }
}

export const defineWorker = <Data extends StepRequest, Value, Type extends string = string>(
  worker: Worker<Data, Value, Type>,
): Worker<StepRequest, unknown, Type> => worker as unknown as Worker<StepRequest, unknown, Type>

export const reportOf = (
  worker: Worker,
  asked: StepRequest,
  userId: string,
  result: ClaimResult<unknown>,
): OutgoingEvent =>
  'value' in result
    ? worker.reports.done(asked, userId, result.value)
    : worker.reports.failed(asked, userId, result.failed)
