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

/** The period that the allowance must be in: that of the job's call, into which it is refunded, or any other. */
type PresentPeriod = Date | { $ne: Date }

/** recipe.md 4: the updates that remove a job from an account's lists, and refund its call. */
export const removals = (allowances: Allowances) => ({
  /**
   * Removes an ended job that was active; its call is refunded only to the period that it was taken from.
   * @returns the account after it, or null when the job was not active
   */
  async remove(userId: string, { id, period }: Member, { refund, count, sentence }: RemovalEffects) {
    const removeIn = (presentPeriod: PresentPeriod, used: number): Promise<Pick<Allowance, 'backlog'> | null> =>
      allowances.findOneAndUpdate(
        { _id: userId, period: presentPeriod, active: isMember(id, period) } as Filter,
        withRevision({
          $pull: fromBothLists(id),
          $inc: { removals: 1, ...(used && { used }), ...count },
          ...(sentence && { $set: sentence }),
        } as Update),
        { returnDocument: 'after', projection: { backlog: 1 } },
      )
    return (await removeIn(period, -refund)) ?? (await removeIn({ $ne: period }, 0))
  },

  /** Removes a job whose document is gone, and refunds its call. */
  async removeGone(userId: string, { id, period }: Member, now: Date): Promise<void> {
    for (const list of ['active', 'reserved'])
      for (const [presentPeriod, used] of [[period, -1] as const, [{ $ne: period }, 0] as const]) {
        const isDone = await changeIf(
          allowances,
          { _id: userId, period: presentPeriod, [list]: isMember(id, period) } as Filter,
          withReconcile({ $pull: fromBothLists(id), $inc: { removals: 1, used } } as Update, now),
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
    const refundIn = (presentPeriod: PresentPeriod, used: number) =>
      changeIf(
        allowances,
        {
          _id: userId,
          period: presentPeriod,
          refundedRev: asRead(refundedRev),
          refunded: { $ne: id },
          [`refunded.${maxRefunded - 1}`]: { $exists: false },
        } as Filter,
        withReconcile(
          {
            $pull: fromBothLists(id),
            $push: { refunded: id },
            $inc: { removals: 1, ...(used && { used }), ...count },
            ...(sentence && { $set: sentence }),
          } as Update,
          now,
        ),
      )
    return (await refundIn(period, -refund)) || (await refundIn({ $ne: period }, 0))
  },

  /** Removes settled jobs from `refunded`; a process that read it before can no longer refund them. */
  clearRefunded: ({ _id, refundedRev }: Allowance, ids: string[]) =>
    changeIf(
      allowances,
      { _id, refundedRev: asRead(refundedRev) },
      withRevision({ $pullAll: { refunded: ids }, $inc: { refundedRev: 1 } } as Update),
    ),
})
