import type { RequestedStep, WaitingLane } from '@utter/contracts/claims'
import type { mongo } from 'mongoose'
import { type ClaimDocument, waits } from './claim-document.ts'

/** Accounts whose last turns are remembered here, and for how long: a step that is being inserted is not found yet. */
const maxRemembered = 1_000
const rememberedMs = 2_000

/**
 * Turns of the steps that wait in a lane, by start-time fair queueing: the next turn of an account begins where its last one ends, by its
 * cost, and not before the first that anybody waits for. So accounts alternate however many steps each has, and one that comes new
 * is next.
 */
export function createTurns(claims: mongo.Collection<ClaimDocument>, nowMs: () => number = () => performance.now()) {
  /** The ends of accounts' last turns, the newest last. */
  const given = new Map<string, { end: number; atMs: number }>()
  const projection = { turn: 1, cost: 1 }
  /** A step that was given back goes before all, and says nothing of the others. */
  const ofOthers = { ...waits, turn: { $gte: 0 } }
  const first = (lane: WaitingLane) => claims.findOne({ lane, ...ofOthers }, { sort: { turn: 1 }, projection })
  const lastOf = (userId: string, lane: WaitingLane) =>
    claims.findOne({ userId, lane, ...ofOthers }, { sort: { turn: -1 }, projection })

  return {
    async next({ userId, lane }: Pick<RequestedStep, 'userId' | 'lane'>, cost: number): Promise<number> {
      const [next, last] = await Promise.all([first(lane), lastOf(userId, lane)])
      const account = `${lane} ${userId}`
      const before = given.get(account)
      const isRecent = before !== undefined && nowMs() - before.atMs < rememberedMs
      const lastEnd = last ? (last.turn ?? 0) + (last.cost ?? 1) : 0
      const turn = Math.max(next?.turn ?? 0, lastEnd, isRecent ? before.end : 0)
      given.delete(account)
      given.set(account, { end: turn + cost, atMs: nowMs() })
      const oldest = given.size > maxRemembered ? given.keys().next().value : undefined
      if (oldest !== undefined) given.delete(oldest)
      return turn
    },
  }
}
