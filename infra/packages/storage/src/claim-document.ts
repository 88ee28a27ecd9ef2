import type { ClaimResult, WaitingLane } from '@utter/contracts/claims'

export type ClaimDocument<Value = unknown> = {
  _id: string
  userId: string
  owner: string
  /** The fencing token: the number of owners until now. */
  fence: number
  heartbeat: number
  lane?: WaitingLane
  /** The newest that was requested, with its message. */
  attempt?: number
  request?: string
  /** Its place among those that wait, and what it takes of its account's turns. */
  turn?: number
  cost?: number
  /** When somebody looks after it: its owner is overdue, or its result is not reported. Absent: nothing is left to do, or it waits. */
  dueAt?: Date
  /** Owners that have died since one of them last kept a part of the step. */
  deaths?: number
  result?: ClaimResult<Value>
  at: Date
  /** The end of a withdrawn claim's mark. */
  expiresAt?: Date
}

/** The owner of a step that waits. A version that knows no turns sees it as held, and may take it over. */
export const nobody = 'nobody'
export const waits = { owner: nobody }
