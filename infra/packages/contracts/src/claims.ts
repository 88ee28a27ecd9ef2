import type { Lane } from './event.ts'

/**
 * The outcome of a paid step: its value, or the reason why there can't be any. `withdrawn`: its job was cancelled or
 * deleted, and no result is wanted.
 */
export type ClaimResult<Value> = { value: Value } | { failed: { code: string; error: string } } | { withdrawn: true }

export type ClaimId = { userId: string; jobId: string; stage: string }
/** Where a step waits. `long`: bulk work that holds much in memory until its end, of which few are begun at a time. */
export const waitingLanes = ['fast', 'bulk', 'long'] as const satisfies (Lane | 'long')[]
export type WaitingLane = (typeof waitingLanes)[number]
/** A step as it was requested last. `request`: the message, as it was published. */
export type RequestedStep = ClaimId & { attempt: number; lane: WaitingLane; request: string }
/** A step that was leased. `deaths`: how many of its owners have died since a part of it was last kept. */
export type LeasedStep = RequestedStep & { deaths: number }
/** A step that waits for a slot. */
export type WaitingStep = { userId: string; lane: WaitingLane }
export type NextStep = { lane: WaitingLane; userId?: string }
/** The state of a claim that somebody holds. */
export type ClaimSeen = { owner: string; heartbeat: number }
/** A claim whose owner is overdue, or whose result is still to be reported. */
export type DueClaim<Value> = ClaimId & { attempt: number } & ({ held: ClaimSeen } | { result: ClaimResult<Value> })
/** `fence` counts the owners that it has had. */
export type ReplacedClaim<Value> = { fence: number; result?: ClaimResult<Value> }
/** A step that was requested before: it waits or is being done, or has a result. */
export type KnownStep<Value> = 'known' | { result: ClaimResult<Value> }

/**
 * The steps of a worker in its own database, which is their queue: each waits for a slot of any replica, is leased with a
 * fencing token, and keeps its result. An owner renews the heartbeat; one whose heartbeat is unchanged for 15 s by the
 * reader's own clock is dead, so clocks need not agree.
 */
export type Claims<Value> = {
  /** Inserts a step that its owner begins at once. Where it is known the newest of its requests is kept. */
  take(step: RequestedStep, owner: string): Promise<'mine' | KnownStep<Value>>
  /** Inserts a step that waits. @param cost of a turn, beside that of others */
  enqueue(step: RequestedStep, cost: number): Promise<'waiting' | KnownStep<Value>>
  /** The first that wait in each lane, in the order of their turns. @param max of a lane */
  waiting(max: number): Promise<WaitingStep[]>
  /** The step whose turn is next in a lane, of one account or of all. @returns undefined when none waits */
  lease(next: NextStep, owner: string): Promise<LeasedStep | undefined>
  /** False when another owner has it now. */
  renew(id: ClaimId, owner: string): Promise<boolean>
  /** A further part of the step is kept for whoever goes on with it: the deaths of its owners until now no longer count. */
  forgetDeaths(id: ClaimId, owner: string): Promise<void>
  /**
   * Repeated, it changes nothing. @returns the newest attempt that was requested, for the report; undefined when another owner has the
   * claim: then the result counts for nothing
   */
  finish(id: ClaimId, owner: string, result: ClaimResult<Value>): Promise<number | undefined>
  /** The results of these are reported. */
  reported(ids: Pick<ClaimId, 'jobId' | 'stage'>[]): Promise<void>
  /** The step is postponed: the next request takes it. Requested again meanwhile it waits for its turn. */
  postpone(id: ClaimId, owner: string, attempt: number): Promise<void>
  /** The step waits again, before all others of its lane. @returns false when the owner has not got it any more */
  putBack(id: ClaimId, owner: string): Promise<boolean>
  /** The same, of an owner that is dead if owner and heartbeat are still those seen. */
  takeBack(id: ClaimId, seen: ClaimSeen): Promise<boolean>
  /** Claims whose owners have missed a heartbeat, and results that were not reported in time, each for one replica. */
  due(now: Date, max: number): Promise<DueClaim<Value>[]>
  /** The result of a step, and the account that it belongs to; null while there is none. */
  find(jobId: string, stage: string): Promise<{ userId: string; result: ClaimResult<Value> } | null>
  /**
   * A claim without a result becomes `withdrawn`, and so does one that nobody has taken yet: nobody will pay for the step. A worker that is
   * at it finds out within 5 s. The mark stays until no request for the step can be consumed any more.
   */
  withdraw(id: ClaimId, now: Date): Promise<void>
  /** The same, but replaces a result if there is one. @returns the claim as it was; null when there was none */
  replaceResult(id: ClaimId, now: Date): Promise<ReplacedClaim<Value> | null>
}
