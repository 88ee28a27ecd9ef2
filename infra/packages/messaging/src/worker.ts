import type { ClaimResult, Claims } from '@utter/contracts/claims'
import type { EventDefinition } from '@utter/contracts/event'
import type { Breaker } from './breaker.ts'
import type { Fact } from './fact.ts'
import type { About } from './handler.ts'

export type Asked = { jobId: string; attempt: number }
export type Failure = { code: string; error: string }

export type Tools = {
  /** Aborts when the time is over, the claim or the partition is lost, or the process leaves; then nobody waits any more. */
  signal: AbortSignal
  /** Random for each try: part of the names of what is written, so that an awakened worker overwrites nothing. */
  owner: string
  /** Says what may be lost: progress. The time of the step begins again. */
  tell(fact: Fact): void
  about: About
}

/** A door for paid work: done once, remembered under a claim, then reported. */
export type Worker<Data extends Asked = Asked, Fruit = unknown, Type extends string = string> = {
  event: EventDefinition<Data, Type>
  stage: string
  claims: Claims<Fruit>
  /** The vendor's; shared with whatever else asks it in this process. */
  breaker: Breaker
  /**
   * Time for all tries at once, in ms; `tell` begins it again. A little less than jobs waits (recipe.md 6), so that the
   * worker's own word comes first: jobs would take its silence for a dead worker, three times at most.
   */
  limitMs(data: Data): number
  /** @throws VendorError; a passing one is tried again, a lasting one fails the job with its sentence */
  perform(data: Data, tools: Tools): Promise<Fruit>
  facts: {
    started(asked: Asked, userId: string): Fact
    done(asked: Asked, userId: string, fruit: Fruit): Fact
    failed(asked: Asked, userId: string, failure: Failure): Fact
    postponed(asked: Asked, userId: string, until: Date, code: string): Fact
  }
}

export const work = <Data extends Asked, Fruit, Type extends string = string>(
  worker: Worker<Data, Fruit, Type>,
): Worker<Asked, unknown, Type> => worker as unknown as Worker<Asked, unknown, Type>

export const reportOf = (worker: Worker, asked: Asked, userId: string, result: ClaimResult<unknown>): Fact =>
  'fruit' in result ? worker.facts.done(asked, userId, result.fruit) : worker.facts.failed(asked, userId, result.failed)
