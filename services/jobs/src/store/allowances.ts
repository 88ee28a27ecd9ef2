import { openModel, unlessThere } from '@utter/storage/model'
import { type Connection, type QueryFilter, Schema, type UpdateQuery } from 'mongoose'
import type { Allowance, Member } from '../domain/allowance.ts'

export type AllowanceStore = Awaited<ReturnType<typeof openAllowances>>

/** After a change somebody looks at the account again, unless all of it came to rest before. */
const lookAfterMs = 10_000

/** Allowances: one document an account, changed only by single guarded updates (recipe.md 2 to 5 and 10). */
export async function openAllowances(connection: Connection) {
  const member = new Schema<Member>({ id: String, period: Date }, { _id: false })
  const totals = { completed: Number, failed: Number }
  const schema = new Schema<Allowance>(
    {
      _id: String,
      rev: Number,
      tier: String,
      anchor: Date,
      period: Date,
      periodEnd: Date,
      base: Number,
      used: Number,
      room: Number,
      limit: Number,
      places: [member],
      open: [member],
      backlog: Boolean,
      recountAt: Date,
      lookAt: Date,
      billingVersion: Number,
      totals,
      recent: Schema.Types.Mixed,
    },
    { versionKey: false, minimize: false },
  )
  schema.index({ lookAt: 1 })
  schema.index({ recountAt: 1 })
  const model = await openModel(connection, 'allowances', schema)

  type Filter = QueryFilter<Allowance>
  /** Every change is one update that also counts `rev` and asks for a later look. */
  const counting = (update: UpdateQuery<Allowance>, now: Date): UpdateQuery<Allowance> => ({
    ...update,
    $inc: { ...update.$inc, rev: 1 },
    $min: { lookAt: new Date(now.getTime() + lookAfterMs) },
  })
  // As in the jobs' store: the native collection, on the road.
  const allowances = model.collection
  async function change(filter: Filter, update: UpdateQuery<Allowance>, now: Date): Promise<boolean> {
    const { modifiedCount } = await allowances.updateOne(filter as never, counting(update, now) as never)
    return modifiedCount === 1
  }
  const hasRoom = { $lte: [{ $add: ['$used', 1] }, '$room'] }
  const hasPlace = { $lt: [{ $size: '$places' }, '$limit'] }
  const isMember = (id: string, period: Date) => ({ $elemMatch: { id, period } })

  return {
    change,
    read: (userId: string) => allowances.findOne({ _id: userId as never }) as Promise<Allowance | null>,

    /** Made once; a second maker finds the first's. */
    async make(allowance: Allowance): Promise<void> {
      await model.create(allowance).catch(unlessThere)
    },

    /** recipe.md 2a: a call and a place, while nobody waits. @returns which of the places it is; undefined without one */
    async takePlace(userId: string, { id, period }: Member, now: Date): Promise<number | undefined> {
      const taken = (await allowances.findOneAndUpdate(
        { _id: userId as never, period, backlog: false, $expr: { $and: [hasRoom, hasPlace] } },
        counting({ $push: { places: { id, period } }, $inc: { used: 1 } }, now) as never,
        { returnDocument: 'after', projection: { places: 1 } },
      )) as Pick<Allowance, 'places'> | null
      return taken?.places.findIndex((place) => place.id === id)
    },

    /** recipe.md 2b: a call, to wait for a place. */
    takeOpen: (userId: string, { id, period }: Member, mostOpen: number, now: Date) =>
      change(
        { _id: userId, period, [`open.${mostOpen - 1}`]: { $exists: false }, $expr: hasRoom },
        { $push: { open: { id, period } }, $inc: { used: 1 }, $set: { backlog: true } },
        now,
      ),

    /** Forward only: who reads an old period rolls it, and only one does. */
    roll: (userId: string, from: Date, to: { start: Date; end: Date }, now: Date) =>
      change({ _id: userId, period: from }, { $set: { period: to.start, periodEnd: to.end, used: 0, base: 0 } }, now),

    /**
     * recipe.md 4: takes the job out of a list; the call comes back only to the period that it was taken from.
     * @returns what the account is then, or null when the job was not in the list
     */
    async leave(
      userId: string,
      list: 'places' | 'open',
      { id, period }: Member,
      back: number,
      count: Record<string, number>,
      now: Date,
    ): Promise<Pick<Allowance, 'backlog'> | null> {
      const leaveIn = (presentPeriod: Date | { $ne: Date }, used: number) =>
        allowances.findOneAndUpdate(
          { _id: userId as never, period: presentPeriod, [list]: isMember(id, period) },
          counting(
            { $pull: { places: { id }, open: { id } }, $inc: { ...(used && { used }), ...count } },
            now,
          ) as never,
          { returnDocument: 'after', projection: { backlog: 1 } },
        ) as Promise<Pick<Allowance, 'backlog'> | null>
      return (await leaveIn(period, -back)) ?? (await leaveIn({ $ne: period }, 0))
    },

    askRecount: (userId: string, now: Date) => change({ _id: userId }, { $set: { recountAt: now } }, now),
    count: (userId: string, count: Record<string, number>, now: Date) => change({ _id: userId }, { $inc: count }, now),
    pullOpen: (userId: string, id: string, now: Date) =>
      change({ _id: userId, 'open.id': id }, { $pull: { open: { id } } }, now),

    /** recipe.md 5.4: gives the first waiting job a place, if nothing has changed since `rev` was read. */
    place: (userId: string, rev: number, job: Member, now: Date) =>
      change(
        { _id: userId, rev },
        { $push: { places: { id: job.id, period: job.period } }, $pull: { open: { id: job.id } } },
        now,
      ),

    /** recipe.md 5.3: nobody waits any more, if nothing has changed since `rev` was read. */
    backlogOver: (userId: string, rev: number, now: Date) =>
      change({ _id: userId, rev, backlog: true, 'open.0': { $exists: false } }, { $set: { backlog: false } }, now),

    /** recipe.md 10: `used` as it was counted, if nothing has changed since `rev` was read. */
    counted: (userId: string, rev: number, used: number, now: Date) =>
      change({ _id: userId, rev }, { $set: { used }, $unset: { recountAt: 1 } }, now),

    /** The end of a reconciliation: a later look only if something is left to look at. Not a change of the account. */
    async looked(userId: string, rev: number, again: Date | undefined): Promise<void> {
      await model.updateOne({ _id: userId, rev }, again ? { $set: { lookAt: again } } : { $unset: { lookAt: 1 } })
    },

    toLookAt: (now: Date, limit: number) =>
      model
        .find({ lookAt: { $lte: now } }, { _id: 1 })
        .sort({ lookAt: 1 })
        .limit(limit)
        .lean<{ _id: string }[]>(),
    toRecount: (now: Date, limit: number) =>
      model
        .find({ recountAt: { $lte: now } }, { _id: 1 })
        .sort({ recountAt: 1 })
        .limit(limit)
        .lean<{ _id: string }[]>(),
    all: () => model.find({}, { _id: 1 }).lean<{ _id: string }[]>().cursor(),
  }
}
