import { type Member, maxReserved } from '../../domain/allowance/allowance.ts'
import {
  type Allowances,
  belowCallLimit,
  belowConcurrency,
  callCounts,
  changeIf,
  type Filter,
  nextRecount,
  type Update,
  withReconcile,
} from './updates.ts'

/** recipe 2: the updates that take a call. */
export const takes = (allowances: Allowances) => ({
  /** 2a: takes a call and makes the job active, while none waits. @returns its index among the active ones, or undefined */
  async takeActive(userId: string, member: Member, now: Date, monthlyCap?: number): Promise<number | undefined> {
    const taken = await allowances.findOneAndUpdate(
      {
        _id: userId,
        period: member.period,
        backlog: false,
        ...isOpen,
        ...belowCap(member, monthlyCap),
        $expr: { $and: [belowCallLimit(1), belowConcurrency(1)] },
      } as Filter,
      withReconcile({ $push: { active: member }, $inc: callCounts(member, 1), $min: nextRecount(now) } as Update, now),
      { returnDocument: 'after', projection: { active: 1 } },
    )
    return taken?.active.findIndex(({ id }) => id === member.id)
  },

  /** 2b: takes a call for each of these jobs, which will wait, or for none. They are of one account, and of one API key. */
  async takeReserved(userId: string, members: Member[], now: Date, monthlyCap?: number): Promise<boolean> {
    const [first] = members
    if (!first || members.length > maxReserved) return false
    return changeIf(
      allowances,
      {
        _id: userId,
        period: first.period,
        ...isOpen,
        [`reserved.${maxReserved - members.length}`]: { $exists: false },
        ...belowCap(first, monthlyCap, members.length),
        $expr: belowCallLimit(members.length),
      } as Filter,
      withReconcile(
        {
          $push: { reserved: { $each: members } },
          $inc: callCounts(first, members.length),
          $set: { backlog: true },
          $min: nextRecount(now),
        } as Update,
        now,
      ),
    )
  },
})

/** Guard: the account is not deleted. */
const isOpen = { closedAt: { $exists: false } }

/** Guard: the key has so many calls left of its own. Without a cap, as for a session, it always matches. */
const belowCap = ({ keyId }: Member, monthlyCap?: number, calls = 1) => {
  if (keyId === undefined || monthlyCap === undefined) return {}
  // The field is absent for a key that took no call yet; `$not` matches that too.
  return calls > monthlyCap ? impossible : { [`keyCalls.${keyId}`]: { $not: { $gt: monthlyCap - calls } } }
}
const impossible = { _id: { $in: [] } }
