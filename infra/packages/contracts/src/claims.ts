/** What became of a step that was paid for: its fruit, or the reason why there can't be any. */
export type ClaimResult<Fruit> = { fruit: Fruit } | { failed: { code: string; error: string } }

/**
 * The right to pay a vendor for one step of one job, in the worker's own database. A holder that lives lets the claim beat;
 * one whose beat stands still for 15 s by the reader's own clock is dead, whatever the clocks say.
 */
export type Claims<Fruit> = {
  take(id: ClaimId, owner: string): Promise<'mine' | { seen: ClaimSeen } | { result: ClaimResult<Fruit> }>
  /** True if owner and beat still were what was seen, and nothing had come of it. A claim that was given up and taken anew is another's, whatever its beat. */
  takeOver(id: ClaimId, owner: string, seen: ClaimSeen): Promise<boolean>
  /** False when somebody else has it now. */
  renew(id: ClaimId, owner: string): Promise<boolean>
  /** False when somebody else has it now: then the result counts for nothing. */
  finish(id: ClaimId, owner: string, result: ClaimResult<Fruit>): Promise<boolean>
  /** What came of a step, and whose it is; null when nothing has yet. */
  find(jobId: string, stage: string): Promise<{ userId: string; result: ClaimResult<Fruit> } | null>
  /** Lets the next one take it at once. */
  giveUp(id: ClaimId, owner: string): Promise<void>
}
export type ClaimId = { userId: string; jobId: string; stage: string }
/** What is seen of a claim that somebody else holds. */
export type ClaimSeen = { owner: string; beat: number }
