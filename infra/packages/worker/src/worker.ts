import type { ClaimResult, Claims } from '@utter/contracts/claims'
import type { EventDefinition } from '@utter/contracts/event'
import type { VendorError } from '@utter/contracts/vendor-error'
import type { About } from '@utter/messaging/handler'
import type { OutgoingEvent } from '@utter/messaging/outgoing-event'
import type { Breaker } from './breaker.ts'

export type StepRequest = { jobId: string; attempt: number }
export type Failure = { code: string; error: string }

export type StepContext = {
  /** Aborts when the time is over, the claim is lost, or the process stops: the result is no longer waited for. */
  signal: AbortSignal
  /** Random for each attempt: part of the names of what is written, so that an awakened worker overwrites nothing. */
  owner: string
  /** Publishes progress, which may be lost. The time of the step begins again. */
  report(event: OutgoingEvent): void
  /**
   * Lets those go before whose turn it is, and waits for the next turn: called between two parts of a long step, while nothing of it is
   * in flight. `sign` is published meanwhile as a sign of life. @throws the signal's reason
   */
  pass(sign: () => OutgoingEvent): Promise<void>
  /** Called when a part of the step is kept for whoever goes on with it: only deaths after it count against the step. */
  onKept(): void
  /** The rest of the step needs no slot: it waits for nothing that the slots are there for. */
  leaveSlot(): void
  /** Waits for something that has a queue of its own, with signs of life meanwhile, which keep the step's time from passing. */
  waited<Result>(wait: Promise<Result>, sign: () => OutgoingEvent): Promise<Result>
  /** How long the step held a slot until now, in ms. */
  heldMs(): number
  /** Whether the step is not tried again at once after this failure: it fails, or is postponed. */
  givesUp(failure: VendorError): boolean
  about: About
}

/** A consumer of paid work: done once, remembered under a claim, then reported. */
export type Worker<Data extends StepRequest = StepRequest, Value = unknown, Type extends string = string> = {
  event: EventDefinition<Data, Type>
  stage: string
  claims: Claims<Value>
  /** The vendor's; shared with everything else in this process that calls it. */
  breaker: Breaker
  /**
   * Time for all attempts together, in ms; `report` restarts it. A little less than jobs waits (recipe 6), so that the worker's own
   * report comes first: without one jobs assumes a dead worker, three times at most.
   */
  limitMs(data: Data): number
  /** Whether a step holds much in memory until its end: few of those are begun at a time. */
  isLong?(data: Data): boolean
  /** Its cost in turns of its account: 1 for an ordinary step. */
  costOf?(data: Data): number
  /** @throws VendorError; a transient one is retried, a permanent one fails the job with its sentence */
  execute(data: Data, context: StepContext): Promise<Value>
  reports: {
    started(request: StepRequest, userId: string): OutgoingEvent
    done(request: StepRequest, userId: string, value: Value): OutgoingEvent
    failed(request: StepRequest, userId: string, failure: Failure): OutgoingEvent
    postponed(request: StepRequest, userId: string, until: Date, code: string): OutgoingEvent
  }
}

export const defineWorker = <Data extends StepRequest, Value, Type extends string = string>(
  worker: Worker<Data, Value, Type>,
): Worker<StepRequest, unknown, Type> => worker as unknown as Worker<StepRequest, unknown, Type>

/** The report of a result: none for one that was withdrawn, whose job has ended. */
export const reportOf = (
  worker: Worker,
  request: StepRequest,
  userId: string,
  result: ClaimResult<unknown>,
): OutgoingEvent[] => {
  if ('withdrawn' in result) return []
  return 'value' in result
    ? [worker.reports.done(request, userId, result.value)]
    : [worker.reports.failed(request, userId, result.failed)]
}
