import { leaseDue } from '@utter/storage/lease-due'
import { openModel, unlessThere } from '@utter/storage/model'
import type { Connection, QueryFilter, UpdateQuery } from 'mongoose'
import {
  type Allowance,
  type AllowanceTotals,
  bucketsOver,
  type Member,
  mostOpen,
  mostReturned,
  type Recent,
} from '../domain/allowance.ts'
import { allowanceSchema } from './allowance-schema.ts'

export type AllowanceStore = Awaited<ReturnType<typeof openAllowances>>
export type Counts = Record<string, number>

/** What a process that dies now leaves behind is looked for so much later. */
const lookAfterMs = 10_000
const lookLeaseMs = 10_000
/** A count of a large account may take minutes. */
const recountLeaseMs = 600_000
const recountAfterMs = 24 * 3_600_000
/** The ends by ten minutes are for the totals alone: on the road they would only be carried about. */
const hot = { recent: 0 } as const

/** Allowances: one document an account, changed only by single guarded updates (recipe.md 2 to 5 and 10). */
export async function openAllowances(connection: Connection) {
  const model = await openModel(connection, 'allowances', allowanceSchema())

  type Filter = QueryFilter<Allowance>
  /** Every change is one update that also counts `rev`. */
  const counting = (update: UpdateQuery<Allowance>): UpdateQuery<Allowance> => ({
    ...update,
    $inc: { ...update.$inc, rev: 1 },
  })
  /** A change that leaves something behind if its process dies here, which only a look finds. */
  const asking = (update: UpdateQuery<Allowance>, now: Date): UpdateQuery<Allowance> =>
    counting({ ...update, $min: { ...update.$min, lookAt: new Date(now.getTime() + lookAfterMs) } })
  // As in the jobs' store: the native collection, on the road.
  const allowances = model.collection
  async function change(filter: Filter, update: UpdateQuery<Allowance>): Promise<boolean> {
    const { modifiedCount } = await allowances.updateOne(filter as never, update as never)
    return modifiedCount === 1
  }
  const hasRoom = { $lte: [{ $add: ['$used', 1] }, '$room'] }
  const freePlaces = (count: number) => ({ $lte: [{ $add: [{ $size: '$places' }, count] }, '$limit'] })
  const isMember = (id: string, period: Date) => ({ $elemMatch: { id, period } })
  const outOf = (...ids: string[]) => ({ places: { id: { $in: ids } }, open: { id: { $in: ids } } })
  /** A field that is absent matches null. */
  const asRead = (value: number | undefined) => value ?? null
  const placesAfter = { returnDocument: 'after', projection: { places: 1 } } as const

  return {
    change: (filter: Filter, update: UpdateQuery<Allowance>) => change(filter, counting(update)),
    read: (userId: string) =>
      allowances.findOne({ _id: userId as never }, { projection: hot }) as Promise<Allowance | null>,
    totals: (userId: string) =>
      allowances.findOne(
        { _id: userId as never },
        { projection: { totals: 1, recent: 1 } },
      ) as Promise<AllowanceTotals | null>,

    /** Made once; a second maker finds the first's. */
    async make(allowance: Allowance): Promise<void> {
      await model.create(allowance).catch(unlessThere)
    },

    /** recipe.md 2a: a call and a place, while nobody waits. @returns which of the places it is; undefined without one */
    async takePlace(userId: string, { id, period }: Member, now: Date): Promise<number | undefined> {
      const taken = (await allowances.findOneAndUpdate(
        { _id: userId as never, period, backlog: false, $expr: { $and: [hasRoom, freePlaces(1)] } },
        asking({ $push: { places: { id, period } }, $inc: { used: 1 }, $min: aDayAfter(now) }, now) as never,
        placesAfter,
      )) as Pick<Allowance, 'places'> | null
      return taken?.places.findIndex((place) => place.id === id)
    },

    /** recipe.md 2b: a call, to wait for a place. */
    takeOpen: (userId: string, { id, period }: Member, now: Date) =>
      change(
        { _id: userId, period, [`open.${mostOpen - 1}`]: { $exists: false }, $expr: hasRoom },
        asking(
          { $push: { open: { id, period } }, $inc: { used: 1 }, $set: { backlog: true }, $min: aDayAfter(now) },
          now,
        ),
      ),

    /** Forward only: who reads an old period rolls it, and only one does. */
    roll: (userId: string, from: Date, to: { start: Date; end: Date }) =>
      change(
        { _id: userId, period: from },
        counting({ $set: { period: to.start, periodEnd: to.end, used: 0, base: 0 } }),
      ),

    /**
     * recipe.md 4: takes a job that has ended out of the places; the call comes back only to the period that it was taken from.
     * @returns what the account is then, or null when the job had no place
     */
    async leave(
      userId: string,
      { id, period }: Member,
      back: number,
      count: Counts,
    ): Promise<Pick<Allowance, 'backlog'> | null> {
      const leaveIn = (presentPeriod: Date | { $ne: Date }, used: number) =>
        allowances.findOneAndUpdate(
          { _id: userId as never, period: presentPeriod, places: isMember(id, period) },
          counting({ $pull: outOf(id), $inc: { ends: 1, ...(used && { used }), ...count } }) as never,
          { returnDocument: 'after', projection: { backlog: 1 } },
        ) as Promise<Pick<Allowance, 'backlog'> | null>
      return (await leaveIn(period, -back)) ?? (await leaveIn({ $ne: period }, 0))
    },

    /** recipe.md 4: takes a job that is gone out of its list, with its call. No mark on a job stands for what comes next. */
    async forget(userId: string, { id, period }: Member, now: Date): Promise<void> {
      for (const list of ['places', 'open'])
        for (const [presentPeriod, used] of [[period, -1] as const, [{ $ne: period }, 0] as const]) {
          const isDone = await change(
            { _id: userId, period: presentPeriod, [list]: isMember(id, period) },
            asking({ $pull: outOf(id), $inc: { ends: 1, used } }, now),
          )
          if (isDone) return
        }
    },

    /** recipe.md 4: takes a job that ended without ever having been on the road out of all lists, and counts it, once. */
    async giveBack(
      { _id: userId, returnedRev }: Allowance,
      { id, period }: Member,
      back: number,
      count: Counts,
      now: Date,
    ): Promise<boolean> {
      const giveIn = (presentPeriod: Date | { $ne: Date }, used: number) =>
        change(
          {
            _id: userId,
            period: presentPeriod,
            returnedRev: asRead(returnedRev),
            returned: { $ne: id },
            [`returned.${mostReturned - 1}`]: { $exists: false },
          } as Filter,
          asking(
            { $pull: outOf(id), $push: { returned: id }, $inc: { ends: 1, ...(used && { used }), ...count } },
            now,
          ),
        )
      return (await giveIn(period, -back)) || (await giveIn({ $ne: period }, 0))
    },
    /** recipe.md 4: forgets jobs that are settled, which nobody who read `returned` before may give back again. */
    clearReturned: ({ _id, returnedRev }: Allowance, ids: string[]) =>
      change(
        { _id, returnedRev: asRead(returnedRev) } as Filter,
        counting({ $pullAll: { returned: ids }, $inc: { returnedRev: 1 } }),
      ),

    pullOpen: (userId: string, id: string) =>
      change({ _id: userId, 'open.id': id }, counting({ $pull: { open: { id } } })),

    /**
     * recipe.md 5.4: gives waiting jobs free places, if nobody has left since the account was read.
     * @returns the places as they are then, or null
     */
    async place({ _id: userId, ends }: Allowance, members: Member[], now: Date): Promise<Member[] | null> {
      const ids = members.map(({ id }) => id)
      const placed = (await allowances.findOneAndUpdate(
        {
          _id: userId as never,
          ends: asRead(ends) as never,
          'places.id': { $nin: ids },
          $expr: freePlaces(members.length),
        },
        asking({ $push: { places: { $each: members } }, $pull: { open: { id: { $in: ids } } } }, now) as never,
        placesAfter,
      )) as Pick<Allowance, 'places'> | null
      return placed?.places ?? null
    },

    /** recipe.md 5.3: nobody waits any more, if nothing has changed since `rev` was read. */
    backlogOver: (userId: string, rev: number) =>
      change({ _id: userId, rev, backlog: true, 'open.0': { $exists: false } }, counting({ $set: { backlog: false } })),

    /** recipe.md 10: `used` as it was counted, if nothing has changed since `rev` was read. */
    counted: (userId: string, rev: number, used: number) =>
      change({ _id: userId, rev }, counting({ $set: { used }, $unset: { recountAt: 1 } })),

    askLook: (userId: string, now: Date) => change({ _id: userId }, asking({}, now)),
    /** The end of a look that found nothing left to look at. Not a change of the account. */
    looked: (userId: string, rev: number) => change({ _id: userId, rev }, { $unset: { lookAt: 1 } }),

    /** recipe.md 10: accounts to look at, for this replica; one where nothing can be left is done with at once. */
    leaseLooks: (now: Date, limit: number, besides: string[] = []) =>
      leaseDue<Allowance & { recent?: Recent }>(allowances as never, {
        field: 'lookAt',
        dueBy: now,
        now,
        limit,
        leaseMs: lookLeaseMs,
        besides,
        projection: hot,
        seen: { recent: 1 },
        instead: (found) => ({
          guard: { backlog: false, ...emptied('places'), ...emptied('open'), ...emptied('returned') },
          update: { $unset: { lookAt: 1, ...over(found, now) } as never },
        }),
        unset: (found) => over(found, now),
      }),
    leaseRecounts: (now: Date, limit: number, besides: string[] = []) =>
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
