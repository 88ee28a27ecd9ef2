import type { Allowance } from '../../domain/allowance/allowance.ts'
import { type Allowances, asRead, changeIf, type Filter, type Update, withRevision } from './updates.ts'

/** recipe, "Segments" and "Limits": the updates of `callLimit` and of what it is the sum of. */
export const limitUpdates = (allowances: Allowances) => ({
  /**
   * A later period, if nothing has changed since the account was read: what the old one used goes into `fields`.
   * @param guard further conditions
   */
  roll: ({ _id, rev, period }: Allowance, fields: Partial<Allowance>, now: Date, guard: Filter = {}) =>
    changeIf(
      allowances,
      { ...guard, _id, rev, period } as Filter,
      withRevision({
        $set: fields,
        $inc: { limitsRev: 1 },
        // The calls that were written off are counted from the jobs.
        ...(fields.past && { $min: { recountAt: now } }),
      } as Update),
    ),

  /** Other limits in the same period, if they have not changed since the account was read. */
  changeLimits: ({ _id, limitsRev, period }: Allowance, fields: Partial<Allowance>, unset: (keyof Allowance)[] = []) =>
    changeIf(
      allowances,
      { _id, limitsRev: asRead(limitsRev), period } as Filter,
      withRevision({
        $set: fields,
        $inc: { limitsRev: 1 },
        $unset: Object.fromEntries(unset.map((field) => [field, 1])),
      } as Update),
    ),
})
