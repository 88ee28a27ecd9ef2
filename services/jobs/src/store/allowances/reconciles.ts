import { leaseDue } from '@utter/storage/lease-due'
import type { Allowance } from '../../domain/allowance/allowance.ts'
import type { CallLimits } from '../../domain/allowance/call-limits.ts'
import { keysOver } from '../../domain/allowance/totals.ts'
import {
  type Allowances,
  changeIf,
  type Filter,
  isEmpty,
  type StoredAllowance,
  type Update,
  withReconcile,
  withRevision,
} from './updates.ts'

/** The fields that a recount sets: the present period's calls, and open past segments with the limits that follow. */
type CountedCalls = Pick<Allowance, 'used' | 'keyCalls'> &
  Partial<Pick<Allowance, 'past' | 'callLimit' | keyof CallLimits>>

const reconcileLeaseMs = 10_000
/** A count of a large account may take minutes. */
const recountLeaseMs = 600_000

/** recipe 10: which accounts are due, and the ends of a reconcile and a recount. */
export const reconciles = (allowances: Allowances) => ({
  requestReconcile: (userId: string, now: Date) => changeIf(allowances, { _id: userId }, withReconcile({}, now)),

  /** A reconcile found nothing left to do. Not a change of the account. */
  reconciled: (userId: string, rev: number) =>
    changeIf(allowances, { _id: userId, rev }, { $unset: { reconcileAt: 1 } }),

  /** The calls as they were counted, if nothing has changed since `rev` was read. */
  setCounted: (userId: string, rev: number, counted: CountedCalls) =>
    changeIf(
      allowances,
      { _id: userId, rev },
      withRevision({ $set: counted, $inc: { limitsRev: 1 }, $unset: { recountAt: 1 } }),
    ),

  /** Leases accounts for this replica; one whose lists are empty is reconciled by this update alone. */
  leaseDueForReconcile: (now: Date, limit: number, besides: string[] = []) =>
    leaseDue<StoredAllowance>(allowances, {
      field: 'reconcileAt',
      dueBy: now,
      now,
      limit,
      leaseMs: reconcileLeaseMs,
      besides,
      projection: { recent: 0 },
      seen: { recent: 1 },
      instead: (found) => ({
        guard: { backlog: false, ...isEmpty('active'), ...isEmpty('reserved'), ...isEmpty('refunded') } as Filter,
        update: { $unset: { reconcileAt: 1, ...over(found, now) } } as Update,
      }),
      unset: (found) => over(found, now),
    }),

  leaseDueForRecount: (now: Date, limit: number, besides: string[] = []) =>
    leaseDue<StoredAllowance>(allowances, {
      field: 'recountAt',
      dueBy: now,
      now,
      limit,
      leaseMs: recountLeaseMs,
      besides,
      projection: { _id: 1 },
    }),
})

/** Keys of `recent` that are no longer shown, for `$unset`. */
const over = ({ recent = {} }: Partial<StoredAllowance>, now: Date): Record<string, 1> =>
  Object.fromEntries(keysOver(recent, now).map((key) => [`recent.${key}`, 1]))
