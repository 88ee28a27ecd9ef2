import { type Member, maxReserved } from '../../domain/allowance.ts'
import {
  type Allowances,
  belowCallLimit,
  belowConcurrency,
  callsOf,
  changeIf,
  type Filter,
  type Update,
  withReconcile,
} from './updates.ts'

const recountAfterMs = 24 * 3_600_000

/** recipe.md 2: the updates that take a call. */
export const takes = (allowances: Allowances) => ({
  /** 2a: takes a call and makes the job active, while none waits. @returns its index among the active ones, or undefined */
  async takeActive(userId: string, member: Member, now: Date, monthlyCap?: number): Promise<number | undefined> {
    const taken = await allowances.findOneAndUpdate(
      {
        _id: userId,
        period: member.period,
        backlog: false,
        ...belowCap(member, monthlyCap),
        $expr: { $and: [belowCallLimit, belowConcurrency(1)] },
      } as Filter,
      withReconcile({ $push: { active: member }, $inc: callsOf(member, 1), $min: recountAt(now) } as Update, now),
      { returnDocument: 'after', projection: { active: 1 } },
    )
    return taken?.active.findIndex(({ id }) => id === member.id)
  },

  /** 2b: takes a call for a job that will wait. */
  takeReserved: (userId: string, member: Member, now: Date, monthlyCap?: number) =>
    changeIf(
      allowances,
      {
        _id: userId,
        period: member.period,
        [`reserved.${maxReserved - 1}`]: { $exists: false },
        ...belowCap(member, monthlyCap),
        $expr: belowCallLimit,
      } as Filter,
      withReconcile(
        {
          $push: { reserved: member },
          $inc: callsOf(member, 1),
          $set: { backlog: true },
          $min: recountAt(now),
        } as Update,
        now,
      ),
    ),
})

/** The key has calls left of its own; one without a cap, as a session, always. */
const belowCap = ({ keyId }: Member, monthlyCap?: number) =>
  keyId !== undefined && monthlyCap !== undefined ? { [`keyCalls.${keyId}`]: { $not: { $gte: monthlyCap } } } : {}

/** A call that is taken brings the next recount forward to a day from now. */
const recountAt = (now: Date) => ({ recountAt: new Date(now.getTime() + recountAfterMs) })
