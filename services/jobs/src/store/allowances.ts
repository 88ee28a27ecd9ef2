import { openModel, unlessThere } from '@utter/storage/model'
import type { Connection } from 'mongoose'
import type { Allowance, AllowanceTotals } from '../domain/allowance/allowance.ts'
import { closings } from './allowances/closings.ts'
import { dispatches } from './allowances/dispatches.ts'
import { limitUpdates } from './allowances/limits.ts'
import { reconciles } from './allowances/reconciles.ts'
import { removals } from './allowances/removals.ts'
import { allowanceSchema } from './allowances/schema.ts'
import { sums } from './allowances/sums.ts'
import { takes } from './allowances/takes.ts'
import { type Allowances, changeIf, type Filter, type Update, withRevision } from './allowances/updates.ts'

export type AllowanceStore = Awaited<ReturnType<typeof openAllowances>>

/** Allowances: one document an account, changed only by single guarded updates. */
export async function openAllowances(connection: Connection) {
  const model = await openModel(connection, 'allowances', allowanceSchema())
  // The native collection: mongoose's typed wrappers cost more than the work itself.
  const allowances = model.collection as unknown as Allowances

  return {
    read: (userId: string): Promise<Allowance | null> =>
      // `recent` is large, and read for the totals alone.
      allowances.findOne({ _id: userId }, { projection: { recent: 0 } }),
    totals: (userId: string): Promise<AllowanceTotals | null> =>
      allowances.findOne({ _id: userId }, { projection: { totals: 1, recent: 1 } }),

    /** An account without an allowance has nothing that a suspension would close. */
    async setSuspended(userId: string, isSuspended: boolean): Promise<void> {
      const change: Update = isSuspended ? { $set: { suspended: true } } : { $unset: { suspended: 1 } }
      const isOther = { suspended: isSuspended ? { $exists: false } : true } as Filter
      await changeIf(allowances, { _id: userId, ...isOther }, withRevision(change))
    },
    isSuspended: async (userId: string): Promise<boolean> =>
      (await allowances.findOne({ _id: userId, suspended: true }, { projection: { _id: 1 } })) !== null,

    /** Created once: a second creation changes nothing. */
    async create(allowance: Allowance): Promise<void> {
      await model.create(allowance).catch(unlessThere)
    },
    change: (guard: Filter, update: Update) => changeIf(allowances, guard, withRevision(update)),
    ...limitUpdates(allowances),
    ...takes(allowances),
    ...removals(allowances),
    ...dispatches(allowances),
    ...reconciles(allowances),
    ...sums(allowances),
    ...closings(allowances),
  }
}
