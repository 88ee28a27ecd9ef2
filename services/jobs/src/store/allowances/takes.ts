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

/** Bounds of a month's calls beside `callLimit`. */
export type CallCaps = {
  /** Calls that the submission's API key may take; absent: as many as its account. */
  monthlyCap?: number | undefined
  /** Calls that the account has before its address is verified; absent: all of its plan's. */
  unverifiedLimit?: number | undefined
}

/** recipe 2: the updates that take a call. */
export const takes = (allowances: Allowances) => ({
  /** 2a: takes a call and makes the job active, while none waits. @returns its index among the active ones, or undefined */
  async takeActive(userId: string, member: Member, now: Date, caps: CallCaps = {}): Promise<number | undefined> {
    const taken = await allowances.findOneAndUpdate(
      {
        _id: userId,
        period: member.period,
        backlog: false,
        ...isOpen,
        ...belowCap(member, caps),
        $expr: { $and: [belowCallLimit(1), belowConcurrency(1), ...belowUnverified(caps)] },
      } as Filter,
      withReconcile({ $push: { active: member }, $inc: callCounts(member, 1), $min: nextRecount(now) } as Update, now),
      { returnDocument: 'after', projection: { active: 1 } },
    )
    return taken?.active.findIndex(({ id }) => id === member.id)
  },

  /** 2b: takes a call for each of these jobs, which will wait, or for none. They are of one account, and of one API key. */
  async takeReserved(userId: string, members: Member[], now: Date, caps: CallCaps = {}): Promise<boolean> {
    const [first] = members
    if (!first || members.length > maxReserved) return false
    return changeIf(
      allowances,
      {
        _id: userId,
        period: first.period,
        ...isOpen,
        [`reserved.${maxReserved - members.length}`]: { $exists: false },
        ...belowCap(first, caps, members.length),
        $expr: { $and: [belowCallLimit(members.length), ...belowUnverified(caps, members.length)] },
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
const belowCap = ({ keyId }: Member, { monthlyCap }: CallCaps, calls = 1) => {
  if (keyId === undefined || monthlyCap === undefined) return {}
  // The field is absent for a key that took no call yet; `$not` matches that too.
  return calls > monthlyCap ? impossible : { [`keyCalls.${keyId}`]: { $not: { $gt: monthlyCap - calls } } }
}
const impossible = { _id: { $in: [] } }

/** Guard: an account whose address is not verified has taken so few calls in the month, with those of deleted accounts of its mailbox. */
const belowUnverified = ({ unverifiedLimit }: CallCaps, calls = 1) =>
  unverifiedLimit === undefined
    ? []
    : [{ $lte: [{ $add: ['$used', { $ifNull: ['$carriedCalls', 0] }, calls] }, unverifiedLimit] }]
