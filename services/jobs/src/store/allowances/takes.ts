import { type Member, maxReserved } from '../../domain/allowance.ts'
import {
  type Allowances,
  belowCallLimit,
  belowConcurrency,
  changeIf,
  type Filter,
  type Update,
  withReconcile,
} from './updates.ts'

const recountAfterMs = 24 * 3_600_000

/** recipe.md 2: the updates that take a call. */
export const takes = (allowances: Allowances) => ({
  /** 2a: takes a call and makes the job active, while none waits. @returns its index among the active ones, or undefined */
  async takeActive(userId: string, { id, period }: Member, now: Date): Promise<number | undefined> {
    const taken = await allowances.findOneAndUpdate(
      { _id: userId, period, backlog: false, $expr: { $and: [belowCallLimit, belowConcurrency(1)] } },
      withReconcile({ $push: { active: { id, period } }, $inc: { used: 1 }, $min: recountAt(now) }, now),
      { returnDocument: 'after', projection: { active: 1 } },
    )
    return taken?.active.findIndex((member) => member.id === id)
  },

  /** 2b: takes a call for a job that will wait. */
  takeReserved: (userId: string, { id, period }: Member, now: Date) =>
    changeIf(
      allowances,
      { _id: userId, period, [`reserved.${maxReserved - 1}`]: { $exists: false }, $expr: belowCallLimit } as Filter,
      withReconcile(
        {
          $push: { reserved: { id, period } },
          $inc: { used: 1 },
          $set: { backlog: true },
          $min: recountAt(now),
        } as Update,
        now,
      ),
    ),
})

/** A call that is taken brings the next recount forward to a day from now. */
const recountAt = (now: Date) => ({ recountAt: new Date(now.getTime() + recountAfterMs) })
