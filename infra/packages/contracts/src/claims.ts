/**
 * The outcome of a paid step: its value, or the reason why there can't be any. `withdrawn`: its job was cancelled or
 * deleted, and no result is wanted.
 */
export type ClaimResult<Value> = { value: Value } | { failed: { code: string; error: string } } | { withdrawn: true }

/**
 * The right to pay a vendor for one step of one job, in the worker's own database: a lease with a fencing token. Its
 * owner renews the heartbeat; an owner whose heartbeat is unchanged for 15 s by the reader's own clock is dead, so
 * clocks need not agree.
 */
export type Claims<Value> = {
  take(id: ClaimId, owner: string): Promise<'mine' | { seen: ClaimSeen } | { result: ClaimResult<Value> }>
  /**
   * True if owner and heartbeat were still those seen, and there was no result. A claim that was released and taken
   * again has another owner.
   */
  takeOver(id: ClaimId, owner: string, seen: ClaimSeen): Promise<boolean>
  /** False when another owner has it now. */
  renew(id: ClaimId, owner: string): Promise<boolean>
  /** False when another owner has it now: then the result counts for nothing. Repeated, it is true and changes nothing. */
  finish(id: ClaimId, owner: string, result: ClaimResult<Value>): Promise<boolean>
  /** The result of a step, and the account that it belongs to; null while there is none. */
  find(jobId: string, stage: string): Promise<{ userId: string; result: ClaimResult<Value> } | null>
  /**
   * A claim without a result becomes `withdrawn`, and so does one that nobody has taken yet: nobody will pay for the step. A worker that is
   * at it finds out within 5 s. The mark stays until no request for the step can be consumed any more.
   */
  withdraw(id: ClaimId, now: Date): Promise<void>
  /** The same, but replaces a result if there is one. @returns the claim as it was; null when there was none */
  replaceResult(id: ClaimId, now: Date): Promise<ReplacedClaim<Value> | null>
  /** Lets the next one take it at once. */
  release(id: ClaimId, owner: string): Promise<void>
}
/** `fence` counts the owners that it has had. */
export type ReplacedClaim<Value> = { fence: number; result?: ClaimResult<Value> }
export type ClaimId = { userId: string; jobId: string; stage: string }
/** The state of a claim that somebody else holds. */
export type ClaimSeen = { owner: string; heartbeat: number }
