import { leaseDue } from '@utter/storage/lease-due'
import { openModel, unlessThere } from '@utter/storage/model'
import type { Connection, QueryFilter, UpdateQuery } from 'mongoose'
import {
  type Allowance,
  type AllowanceTotals,
  bucketsOver,
  type Member,
  maxRefunded,
  maxReserved,
  type Recent,
} from '../domain/allowance.ts'
import { allowanceSchema } from './allowance-schema.ts'

export type AllowanceStore = Awaited<ReturnType<typeof openAllowances>>
export type Counts = Record<string, number>

/** An account is reconciled this long after a change whose process may have died. */
const reconcileAfterMs = 10_000
const reconcileLeaseMs = 10_000
/** A count of a large account may take minutes. */
const recountLeaseMs = 600_000
const recountAfterMs = 24 * 3_600_000
/** `recent` is read for the totals alone, and large. */
const withoutRecent = { recent: 0 } as const

/** Allowances: one document an account, changed only by single guarded updates (recipe.md 2 to 5 and 10). */
export async function openAllowances(connection: Connection) {
  const model = await openModel(connection, 'allowances', allowanceSchema())

  type Filter = QueryFilter<Allowance>
  /** Every change is one update that also increments `rev`. */
  const withRevision = (update: UpdateQuery<Allowance>): UpdateQuery<Allowance> => ({
    ...update,
    $inc: { ...update.$inc, rev: 1 },
  })
  /** A change after which a crash leaves work that only a reconcile finds. */
  const withReconcile = (update: UpdateQuery<Allowance>, now: Date): UpdateQuery<Allowance> =>
    withRevision({ ...update, $min: { ...update.$min, reconcileAt: new Date(now.getTime() + reconcileAfterMs) } })
  // The native collection, as in the store of jobs.
  const allowances = model.collection
  async function change(filter: Filter, update: UpdateQuery<Allowance>): Promise<boolean> {
    const { modifiedCount } = await allowances.updateOne(filter as never, update as never)
    return modifiedCount === 1
  }
  const belowCallLimit = { $lte: [{ $add: ['$used', 1] }, '$callLimit'] }
  const belowConcurrency = (count: number) => ({ $lte: [{ $add: [{ $size: '$active' }, count] }, '$concurrency'] })
  const isMember = (id: string, period: Date) => ({ $elemMatch: { id, period } })
  const outOf = (...ids: string[]) => ({ active: { id: { $in: ids } }, reserved: { id: { $in: ids } } })
  /** A field that is absent matches null. */
  const asRead = (value: number | undefined) => value ?? null
  const activeAfter = { returnDocument: 'after', projection: { active: 1 } } as const

  return {
    change: (filter: Filter, update: UpdateQuery<Allowance>) => change(filter, withRevision(update)),
    read: (userId: string) =>
      allowances.findOne({ _id: userId as never }, { projection: withoutRecent }) as Promise<Allowance | null>,
    totals: (userId: string) =>
      allowances.findOne(
        { _id: userId as never },
        { projection: { totals: 1, recent: 1 } },
      ) as Promise<AllowanceTotals | null>,

    /** Made once; a second maker finds the first's. */
    async create(allowance: Allowance): Promise<void> {
      await model.create(allowance).catch(unlessThere)
    },

    /** recipe.md 2a: takes a call and makes the job active, while none waits. @returns its index among the active ones, or undefined */
    async takeActive(userId: string, { id, period }: Member, now: Date): Promise<number | undefined> {
      const taken = (await allowances.findOneAndUpdate(
        { _id: userId as never, period, backlog: false, $expr: { $and: [belowCallLimit, belowConcurrency(1)] } },
        withReconcile({ $push: { active: { id, period } }, $inc: { used: 1 }, $min: aDayAfter(now) }, now) as never,
        activeAfter,
      )) as Pick<Allowance, 'active'> | null
      return taken?.active.findIndex((member) => member.id === id)
    },

    /** recipe.md 2b: takes a call for a job that will wait. */
    takeReserved: (userId: string, { id, period }: Member, now: Date) =>
      change(
        { _id: userId, period, [`reserved.${maxReserved - 1}`]: { $exists: false }, $expr: belowCallLimit },
        withReconcile(
          { $push: { reserved: { id, period } }, $inc: { used: 1 }, $set: { backlog: true }, $min: aDayAfter(now) },
          now,
        ),
      ),

    /** Forward only: of the processes that read an outdated period, one rolls it. */
    roll: (userId: string, from: Date, to: { start: Date; end: Date }) =>
      change(
        { _id: userId, period: from },
        withRevision({ $set: { period: to.start, periodEnd: to.end, used: 0, adjustment: 0 } }),
      ),

    /**
     * recipe.md 4: removes an ended job from both lists; its call is refunded only to the period that it was taken from.
     * @returns the account after it, or null when the job was not active
     */
    async remove(
      userId: string,
      { id, period }: Member,
      refund: number,
      count: Counts,
    ): Promise<Pick<Allowance, 'backlog'> | null> {
      const leaveIn = (presentPeriod: Date | { $ne: Date }, used: number) =>
        allowances.findOneAndUpdate(
          { _id: userId as never, period: presentPeriod, active: isMember(id, period) },
          withRevision({ $pull: outOf(id), $inc: { removals: 1, ...(used && { used }), ...count } }) as never,
          { returnDocument: 'after', projection: { backlog: 1 } },
        ) as Promise<Pick<Allowance, 'backlog'> | null>
      return (await leaveIn(period, -refund)) ?? (await leaveIn({ $ne: period }, 0))
    },

    /** recipe.md 4: removes a job whose document is gone, and refunds its call. */
    async removeGone(userId: string, { id, period }: Member, now: Date): Promise<void> {
      for (const list of ['active', 'reserved'])
        for (const [presentPeriod, used] of [[period, -1] as const, [{ $ne: period }, 0] as const]) {
          const isDone = await change(
            { _id: userId, period: presentPeriod, [list]: isMember(id, period) },
            withReconcile({ $pull: outOf(id), $inc: { removals: 1, used } }, now),
          )
          if (isDone) return
        }
    },

    /** recipe.md 4: removes a job that ended without ever having been active from all lists, and counts it, once. */
    async refund(
      { _id: userId, refundedRev }: Allowance,
      { id, period }: Member,
      refund: number,
      count: Counts,
      now: Date,
    ): Promise<boolean> {
      const giveIn = (presentPeriod: Date | { $ne: Date }, used: number) =>
        change(
          {
            _id: userId,
            period: presentPeriod,
            returnedRev: asRead(refundedRev),
            refunded: { $ne: id },
            [`refunded.${maxRefunded - 1}`]: { $exists: false },
          } as Filter,
          withReconcile(
            { $pull: outOf(id), $push: { refunded: id }, $inc: { removals: 1, ...(used && { used }), ...count } },
            now,
          ),
        )
      return (await giveIn(period, -refund)) || (await giveIn({ $ne: period }, 0))
    },
    /** recipe.md 4: removes settled jobs; a process that read `refunded` before can no longer refund them. */
    clearRefunded: ({ _id, refundedRev }: Allowance, ids: string[]) =>
      change(
        { _id, returnedRev: asRead(refundedRev) } as Filter,
        withRevision({ $pullAll: { refunded: ids }, $inc: { refundedRev: 1 } }),
      ),

    pullReserved: (userId: string, id: string) =>
      change({ _id: userId, 'reserved.id': id }, withRevision({ $pull: { reserved: { id } } })),

    /**
     * recipe.md 5.4: makes waiting jobs active, if none was removed since the account was read.
     * @returns the active jobs after it, or null
     */
    async activate({ _id: userId, removals }: Allowance, members: Member[], now: Date): Promise<Member[] | null> {
      const ids = members.map(({ id }) => id)
      const activated = (await allowances.findOneAndUpdate(
        {
          _id: userId as never,
          removals: asRead(removals) as never,
          'active.id': { $nin: ids },
          $expr: belowConcurrency(members.length),
        },
        withReconcile(
          { $push: { active: { $each: members } }, $pull: { reserved: { id: { $in: ids } } } },
          now,
        ) as never,
        activeAfter,
      )) as Pick<Allowance, 'active'> | null
      return activated?.active ?? null
    },

    /** recipe.md 5.3: no job waits any more, if nothing has changed since `rev` was read. */
    clearBacklog: (userId: string, rev: number) =>
      change(
        { _id: userId, rev, backlog: true, 'reserved.0': { $exists: false } },
        withRevision({ $set: { backlog: false } }),
      ),

    /** recipe.md 10: `used` as it was counted, if nothing has changed since `rev` was read. */
    setUsed: (userId: string, rev: number, used: number) =>
      change({ _id: userId, rev }, withRevision({ $set: { used }, $unset: { recountAt: 1 } })),

    requestReconcile: (userId: string, now: Date) => change({ _id: userId }, withReconcile({}, now)),
    /** A reconcile found nothing left to do. Not a change of the account. */
    reconciled: (userId: string, rev: number) => change({ _id: userId, rev }, { $unset: { reconcileAt: 1 } }),

    /** recipe.md 10: leases accounts for this replica; one whose lists are empty is reconciled by this update alone. */
    leaseDueForReconcile: (now: Date, limit: number, besides: string[] = []) =>
      leaseDue<Allowance & { recent?: Recent }>(allowances as never, {
        field: 'reconcileAt',
        dueBy: now,
        now,
        limit,
        leaseMs: reconcileLeaseMs,
        besides,
        projection: withoutRecent,
        seen: { recent: 1 },
        instead: (found) => ({
          guard: { backlog: false, ...emptied('active'), ...emptied('reserved'), ...emptied('refunded') },
          update: { $unset: { reconcileAt: 1, ...over(found, now) } as never },
        }),
        unset: (found) => over(found, now),
      }),
    leaseDueForRecount: (now: Date, limit: number, besides: string[] = []) =>
      leaseDue<Allowance>(allowances as never, {
        field: 'recountAt',
        dueBy: now,
        now,
        limit,
        leaseMs: recountLeaseMs,
        besides,
        projection: { _id: 1 },
      }),
  }
}

/** A call that is taken brings the next count forward to a day from now. */
const aDayAfter = (now: Date) => ({ recountAt: new Date(now.getTime() + recountAfterMs) })
const emptied = (list: string) => ({ [`${list}.0`]: { $exists: false } })
const over = ({ recent = {} }: { recent?: Recent }, now: Date): Record<string, 1> =>
  Object.fromEntries(bucketsOver(recent, now).map((key) => [`recent.${key}`, 1]))
