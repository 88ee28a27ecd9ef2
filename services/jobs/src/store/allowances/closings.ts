import { monthsAfter } from '@utter/contracts/period'
import type { Allowance } from '../../domain/allowance/allowance.ts'
import type { Allowances, Update } from './updates.ts'

const closing = (now: Date) => ({ $min: { closedAt: now }, $max: { forgetAt: monthsAfter(now, 1) } })

/** recipe 18 and 13: the ends of a deleted account's calls. Its figures stay for a month, in which another account may go on from them. */
export const closings = (allowances: Allowances) => ({
  /** No call is taken from now on. @returns the account as it is then; null: there is none */
  close: (userId: string, now: Date): Promise<Allowance | null> =>
    allowances.findOneAndUpdate(
      { _id: userId },
      { ...closing(now), $inc: { rev: 1 } },
      { returnDocument: 'after', projection: { recent: 0 } },
    ),
  /** The same, and nothing is left but the figures of calls: no list, no total, and nothing that a sweep finds. */
  async bury(userId: string, now: Date): Promise<void> {
    await allowances.updateOne({ _id: userId, forgetAt: { $exists: false } }, closing(now))
    await allowances.updateOne({ _id: userId }, {
      $min: { closedAt: now },
      $set: { active: [], reserved: [], backlog: false, totals: { completed: 0, failed: 0 }, recent: {} },
      $unset: Object.fromEntries(gone.map((field) => [field, 1])),
      $inc: { rev: 1 },
    } as Update)
    await allowances.deleteOne({ _id: userId, forgetAt: { $lte: now } })
  },
})

const gone = [
  'suspended',
  'keyCalls',
  'spendingLimit',
  'refunded',
  'recountAt',
  'reconcileAt',
  'unsummedFrom',
  'lastDay',
  'sumAt',
  'summing',
  'sums',
] satisfies (keyof Allowance)[]
