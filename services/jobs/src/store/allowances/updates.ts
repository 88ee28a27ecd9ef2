import { shortened } from '@utter/runtime/shortened'
import type { mongo } from 'mongoose'
import type { Allowance, AllowanceTotals, Member } from '../../domain/allowance/allowance.ts'

/** As stored: with the totals of the last hours, which most readers leave out. */
export type StoredAllowance = Allowance & Pick<AllowanceTotals, 'recent'>
export type Allowances = mongo.Collection<StoredAllowance>
export type Filter = mongo.Filter<StoredAllowance>
export type Update = mongo.UpdateFilter<StoredAllowance>
/** Increments of totals, by their paths. */
export type Counts = Record<string, number>
/**
 * Changes of a removal besides the lists: calls that are refunded, if the account is still in their period, totals that
 * grow, the sentence of a failure, by its path, and the day on which it ended.
 */
export type RemovalEffects = { refund: 0 | 1; count?: Counts; sentence?: Record<string, string>; usageDay?: Date }

/** An account is reconciled this long after a change whose process may have died. */
const reconcileAfterMs = shortened(10_000)

/** Every change is one update that also increments `rev`. An operator of no field is left out: MongoDB refused one before 5.0. */
export const withRevision = (update: Update): Update =>
  Object.fromEntries(
    Object.entries({ ...update, $inc: { ...update.$inc, rev: 1 } }).filter(
      ([, fields]) => Object.keys(fields as object).length > 0,
    ),
  ) as Update

/** A change after which a crash leaves work that only a reconcile finds. */
export const withReconcile = (update: Update, now: Date): Update =>
  withRevision({
    ...update,
    $min: { ...update.$min, reconcileAt: new Date(now.getTime() + reconcileAfterMs) },
  } as Update)

/** A guarded update. @returns whether the guard matched */
export async function changeIf(allowances: Allowances, guard: Filter, update: Update): Promise<boolean> {
  return (await allowances.updateOne(guard, update)).modifiedCount === 1
}

export const belowCallLimit = (calls: number) => ({ $lte: [{ $add: ['$used', calls] }, '$callLimit'] })
export const belowConcurrency = (count: number) => ({
  $lte: [{ $add: [{ $size: '$active' }, count] }, '$concurrency'],
})
/** Calls taken, or refunded, in the present period: the account's, and those of the key. */
export const callCounts = ({ keyId }: Pick<Member, 'keyId'>, calls: number): Counts => ({
  used: calls,
  ...(keyId !== undefined && { [`keyCalls.${keyId}`]: calls }),
})
export const isMember = ({ id, period }: Member) => ({ $elemMatch: { id, period } })
export const isEmpty = (list: 'active' | 'reserved' | 'refunded') => ({ [`${list}.0`]: { $exists: false } })
/** For `$pull`. */
export const fromBothLists = (id: string) => ({ active: { id }, reserved: { id } })
/** A number or a date as it was read; one that is absent matches null. */
export const asRead = <Value extends number | Date>(value: Value | undefined) => (value ?? null) as Value

const recountAfterMs = 24 * 3_600_000
/** A day from now, when an account that took a call, or is never quiet, is counted again. */
export const nextRecount = (now: Date) => ({ recountAt: new Date(now.getTime() + recountAfterMs) })
