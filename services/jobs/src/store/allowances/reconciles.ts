import { leaseDue } from '@utter/storage/lease-due'
import type { Allowance } from '../../domain/allowance/allowance.ts'
import type { CallLimits } from '../../domain/allowance/call-limits.ts'
import { keysOver } from '../../domain/allowance/totals.ts'
import {
  type Allowances,
  asRead,
  type Counts,
  changeIf,
  type Filter,
  isEmpty,
  nextRecount,
  type StoredAllowance,
  type Update,
  withReconcile,
  withRevision,
} from './updates.ts'

/** The fields that a count of past segments sets: these, and the limits that follow. */
type CountedPast = Required<Pick<Allowance, 'past' | 'callLimit'>> & CallLimits
/** An account as a count of it began. */
type AsCounted = Pick<Allowance, '_id' | 'period' | 'limitsRev' | 'recountAt'>

/** Guard: the removal of a job of a past segment changes `recountAt` where its call is returned. */
const asCounted = ({ _id, period, limitsRev, recountAt }: AsCounted): Filter => ({
  ...{ _id, period, limitsRev: asRead(limitsRev), recountAt: asRead(recountAt) },
})

const reconcileLeaseMs = 10_000
/** A count of a large account may take minutes. */
const recountLeaseMs = 600_000

/** recipe 10: which accounts are due, and the ends of a reconcile and a recount. */
export const reconciles = (allowances: Allowances) => ({
  requestReconcile: (userId: string, now: Date) => changeIf(allowances, { _id: userId }, withReconcile({}, now)),

  /** A reconcile found nothing left to do. Not a change of the account. */
  reconciled: (userId: string, rev: number) =>
    changeIf(allowances, { _id: userId, rev }, { $unset: { reconcileAt: 1 } }),

  /** The calls of the present segment as they were counted, if nothing has changed since `rev` was read. */
  setCounted: (userId: string, rev: number, counted: Pick<Allowance, 'used' | 'keyCalls'>) =>
    changeIf(allowances, { _id: userId, rev }, withRevision({ $set: counted, $unset: { recountAt: 1 } })),

  /**
   * The past segments as they were counted, if no limit has changed since, and no call of theirs was returned.
   * @param keyCalls by how many the month's calls of each API key change
   */
  setCountedPast: (account: AsCounted, counted: CountedPast, keyCalls: Counts) => {
    const changed = Object.entries(keyCalls).filter(([, calls]) => calls !== 0)
    const byKey = Object.fromEntries(changed.map(([keyId, calls]) => [`keyCalls.${keyId}`, calls]))
    return changeIf(
      allowances,
      asCounted(account),
      withRevision({ $set: counted, $inc: { limitsRev: 1, ...byKey } } as Update),
    )
  },

  /** The next recount is a day from now: this one was in vain, since the account is never quiet. */
  putOffRecount: (account: AsCounted, now: Date) =>
    changeIf(allowances, asCounted(account), { $set: nextRecount(now) }),

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
