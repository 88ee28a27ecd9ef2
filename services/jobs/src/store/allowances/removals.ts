import { type Allowance, type Member, maxRefunded } from '../../domain/allowance/allowance.ts'
import { sumDueAt } from '../../domain/allowance/usage-days.ts'
import {
  type Allowances,
  asRead,
  type Counts,
  callCounts,
  changeIf,
  type Filter,
  fromBothLists,
  isMember,
  type RemovalEffects,
  type Update,
  withReconcile,
  withRevision,
} from './updates.ts'

/** A job that ends as counted may be the last of its segment: with the others that end by then the segment is counted once more, and closed. */
const closeAfterMs = 30_000

/** The cases of a removal, by the segment of the job's call: guard and effect of each. The first match applies. */
function placesOf(member: Member, refund: 0 | 1, now: Date): { guard: Filter; calls?: Counts; update: Update }[] {
  const { period } = member
  return [
    { guard: { period } as Filter, calls: refund ? callCounts(member, -1) : {}, update: {} },
    // The segment is over, and its calls are written off: they are counted again, at once where one is returned.
    {
      guard: { period: { $ne: period }, 'past.period': period } as Filter,
      update: { $min: { recountAt: refund ? now : new Date(now.getTime() + closeAfterMs) } },
    },
    { guard: { period: { $ne: period } } as Filter, update: {} },
  ]
}

function withEffects(update: Update, { count, sentence, usageDay }: RemovalEffects, calls?: Counts): Update {
  return {
    $inc: { removals: 1, ...calls, ...count },
    ...(sentence && { $set: sentence }),
    ...(usageDay && { $max: { lastDay: usageDay } }),
    $min: { ...update.$min, ...(usageDay && { unsummedFrom: usageDay, sumAt: sumDueAt(usageDay) }) },
  } as Update
}

/** recipe 4: the updates that remove a job from an account's lists, and refund its call. */
export const removals = (allowances: Allowances) => ({
  /**
   * Removes an ended job that was active; its call is refunded only to the period that it was taken from.
   * @returns the account after it, or null when the job was not active
   */
  async remove(
    userId: string,
    member: Member,
    effects: RemovalEffects,
    now: Date,
  ): Promise<Pick<Allowance, 'backlog' | 'tier'> | null> {
    for (const { guard, calls, update } of placesOf(member, effects.refund, now)) {
      const removed = await allowances.findOneAndUpdate(
        { _id: userId, ...guard, active: isMember(member) } as Filter,
        withRevision({
          ...withEffects(update, effects, calls),
          $pull: fromBothLists(member.id),
        } as Update),
        { returnDocument: 'after', projection: { backlog: 1, tier: 1 } },
      )
      if (removed) return removed
    }
    return null
  },

  /** Removes a job whose document is gone, and refunds its call. */
  async removeGone(userId: string, member: Member, now: Date): Promise<void> {
    for (const list of ['active', 'reserved'])
      for (const { guard, calls, update } of placesOf(member, 1, now)) {
        const isDone = await changeIf(
          allowances,
          { _id: userId, ...guard, [list]: isMember(member) } as Filter,
          withReconcile({ ...update, $pull: fromBothLists(member.id), $inc: { removals: 1, ...calls } } as Update, now),
        )
        if (isDone) return
      }
  },

  /** Removes a job that ended without ever having been active from all lists, and counts it, once. */
  async refund(
    { _id: userId, refundedRev }: Allowance,
    member: Member,
    effects: RemovalEffects,
    now: Date,
  ): Promise<boolean> {
    for (const { guard, calls, update } of placesOf(member, effects.refund, now)) {
      const isDone = await changeIf(
        allowances,
        {
          _id: userId,
          ...guard,
          refundedRev: asRead(refundedRev),
          refunded: { $ne: member.id },
          [`refunded.${maxRefunded - 1}`]: { $exists: false },
        } as Filter,
        withReconcile(
          {
            ...withEffects(update, effects, calls),
            $pull: fromBothLists(member.id),
            $push: { refunded: member.id },
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
