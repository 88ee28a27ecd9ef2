import { type Allowance, type Member, maxRefunded } from '../../domain/allowance.ts'
import {
  type Allowances,
  asRead,
  changeIf,
  type Filter,
  fromBothLists,
  isMember,
  type RemovalEffects,
  type Update,
  withReconcile,
  withRevision,
} from './updates.ts'

/** Where the allowance stands with the period of a job's call, and what its removal does there; the first that matches. */
function placesOf(period: Date, refund: number, now: Date): { guard: Filter; used: number; update: Update }[] {
  return [
    { guard: { period } as Filter, used: -refund, update: {} },
    // The period is over, and its bonus calls are written off: they are counted again.
    {
      guard: { period: { $ne: period }, 'past.period': period } as Filter,
      used: 0,
      update: { $min: { recountAt: now } },
    },
    { guard: { period: { $ne: period } } as Filter, used: 0, update: {} },
  ]
}

/** recipe.md 4: the updates that remove a job from an account's lists, and refund its call. */
export const removals = (allowances: Allowances) => ({
  /**
   * Removes an ended job that was active; its call is refunded only to the period that it was taken from.
   * @returns the account after it, or null when the job was not active
   */
  async remove(
    userId: string,
    { id, period }: Member,
    { refund, count, sentence }: RemovalEffects,
    now: Date,
  ): Promise<Pick<Allowance, 'backlog'> | null> {
    for (const { guard, used, update } of placesOf(period, refund, now)) {
      const removed = await allowances.findOneAndUpdate(
        { _id: userId, ...guard, active: isMember(id, period) } as Filter,
        withRevision({
          ...update,
          $pull: fromBothLists(id),
          $inc: { removals: 1, ...(used && { used }), ...count },
          ...(sentence && { $set: sentence }),
        } as Update),
        { returnDocument: 'after', projection: { backlog: 1 } },
      )
      if (removed) return removed
    }
    return null
  },

  /** Removes a job whose document is gone, and refunds its call. */
  async removeGone(userId: string, { id, period }: Member, now: Date): Promise<void> {
    for (const list of ['active', 'reserved'])
      for (const { guard, used, update } of placesOf(period, 1, now)) {
        const isDone = await changeIf(
          allowances,
          { _id: userId, ...guard, [list]: isMember(id, period) } as Filter,
          withReconcile({ ...update, $pull: fromBothLists(id), $inc: { removals: 1, used } } as Update, now),
        )
        if (isDone) return
      }
  },

  /** Removes a job that ended without ever having been active from all lists, and counts it, once. */
  async refund(
    { _id: userId, refundedRev }: Allowance,
    { id, period }: Member,
    { refund, count, sentence }: RemovalEffects,
    now: Date,
  ): Promise<boolean> {
    for (const { guard, used, update } of placesOf(period, refund, now)) {
      const isDone = await changeIf(
        allowances,
        {
          _id: userId,
          ...guard,
          refundedRev: asRead(refundedRev),
          refunded: { $ne: id },
          [`refunded.${maxRefunded - 1}`]: { $exists: false },
        } as Filter,
        withReconcile(
          {
            ...update,
            $pull: fromBothLists(id),
            $push: { refunded: id },
            $inc: { removals: 1, ...(used && { used }), ...count },
            ...(sentence && { $set: sentence }),
          } as Update,
          now,
        ),
      )
      if (isDone) return true
    }
    return false
  },

  /** Removes settled jobs from `refunded`; a process that read it before can no longer refund them. */
  clearRefunded: ({ _id, refundedRev }: Allowance, ids: string[]) =>
    changeIf(
      allowances,
      { _id, refundedRev: asRead(refundedRev) },
      withRevision({ $pullAll: { refunded: ids }, $inc: { refundedRev: 1 } } as Update),
    ),
})
