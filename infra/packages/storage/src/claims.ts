import {
  type ClaimId,
  type Claims,
  type DueClaim,
  type KnownStep,
  type ReplacedClaim,
  type RequestedStep,
  waitingLanes,
} from '@utter/contracts/claims'
import { shortened } from '@utter/runtime/shortened'
import { type Connection, type mongo, Schema } from 'mongoose'
import { type ClaimDocument, nobody, waits } from './claim-document.ts'
import { rememberedMs } from './deleted-accounts.ts'
import { leaseDue } from './lease-due.ts'
import { isDuplicate, openModel, unlessThere } from './model.ts'
import { deleteInPortions } from './portions.ts'
import { createTurns } from './turns.ts'

export type ClaimStore<Value> = Claims<Value> & {
  /** Removes what was withdrawn and is over. */
  removeExpired(now: Date): Promise<void>
}

/** Overdue from here on: an owner renews every 5 s. */
const unrenewedMs = shortened(7_500)
/** A result is reported in a moment, unless its process has died. */
const unreportedMs = shortened(5_000)
/** Longer than it takes to see that an owner is dead. */
const lookedAfterMs = 30_000

const hasNoResult = { result: { $exists: false } }

/**
 * The claims of a worker in MongoDB: as long as their jobs. A withdrawn claim leaves a mark for as long as a message
 * about its job may be consumed, as a deleted account does: from its topic, the dead letters, or replayed.
 */
export async function openClaims<Value>(connection: Connection): Promise<ClaimStore<Value>> {
  const schema = new Schema<ClaimDocument<Value>>(
    {
      _id: String,
      userId: String,
      owner: String,
      fence: Number,
      heartbeat: Number,
      lane: String,
      attempt: Number,
      request: String,
      turn: Number,
      cost: Number,
      dueAt: Date,
      deaths: Number,
      result: Schema.Types.Mixed,
      at: Date,
      expiresAt: Date,
    },
    { versionKey: false, strict: 'throw' },
  )
  schema.index({ at: 1 })
  schema.index({ userId: 1 })
  schema.index({ expiresAt: 1 }, { partialFilterExpression: { expiresAt: { $exists: true } } })
  schema.index({ dueAt: 1 }, { partialFilterExpression: { dueAt: { $exists: true } } })
  schema.index({ lane: 1, turn: 1 }, { partialFilterExpression: waits, name: 'waiting' })
  schema.index({ userId: 1, lane: 1, turn: 1 }, { partialFilterExpression: waits, name: 'waiting-of-account' })
  const model = await openModel(connection, 'claims', schema)
  // The typed wrappers cost more than the update itself; the native collection takes the same filters.
  const claims = model.collection as unknown as mongo.Collection<ClaimDocument<Value>>
  const turns = createTurns(claims as unknown as mongo.Collection<ClaimDocument>)

  const key = ({ jobId, stage }: Pick<ClaimId, 'jobId' | 'stage'>) => `${jobId}:${stage}`
  const idOf = ({ _id, userId }: Pick<ClaimDocument, '_id' | 'userId'>): ClaimId => {
    const colon = _id.lastIndexOf(':')
    return { userId, jobId: _id.slice(0, colon), stage: _id.slice(colon + 1) }
  }
  const soon = (ms: number) => new Date(Date.now() + ms)

  /** Its owner, if it has one, neither renews nor finishes it from now on. */
  const withdrawal = ({ userId }: ClaimId, now: Date) => ({
    $set: {
      userId,
      owner: 'withdrawn',
      result: { withdrawn: true } as const,
      at: now,
      expiresAt: new Date(now.getTime() + rememberedMs),
    },
    $unset: { request: '', turn: '', cost: '', dueAt: '' } as const,
    $setOnInsert: { fence: 0, heartbeat: 0 },
  })

  /** @returns undefined for one that was removed a moment ago */
  async function known(step: RequestedStep): Promise<KnownStep<Value> | undefined> {
    for (;;) {
      const found = await claims.findOne({ _id: key(step) }, { projection: { request: 0 } })
      if (!found) return undefined
      if (found.result) return { result: found.result }
      if (found.attempt !== undefined && found.attempt >= step.attempt) return 'known'
      const { attempt, lane, request } = step
      // A claim that an older version has taken is looked after by nobody yet.
      const isUnwatched = found.owner !== nobody && found.dueAt === undefined
      const { modifiedCount } = await claims.updateOne(
        { _id: key(step), owner: found.owner, attempt: found.attempt ?? { $exists: false }, ...hasNoResult },
        { $set: { attempt, request, lane: found.lane ?? lane, ...(isUnwatched && { dueAt: soon(unrenewedMs) }) } },
      )
      if (modifiedCount === 1) return 'known'
    }
  }

  async function insert(
    step: RequestedStep,
    state: Pick<ClaimDocument, 'owner' | 'fence' | 'turn' | 'cost' | 'dueAt'>,
  ): Promise<'inserted' | KnownStep<Value>> {
    const { userId, attempt, lane, request } = step
    for (;;) {
      try {
        const asked = { userId, lane, attempt, request, heartbeat: 0, at: new Date() }
        await claims.insertOne({ _id: key(step), ...asked, ...state })
        return 'inserted'
      } catch (error) {
        if (!isDuplicate(error)) throw error
      }
      const before = await known(step)
      if (before) return before
    }
  }

  /** Before all others: what had begun is done first. */
  const back = async (filter: mongo.Filter<ClaimDocument<Value>>, deaths: number) => {
    const { modifiedCount } = await claims.updateOne({ ...filter, ...hasNoResult } as typeof filter, {
      $set: { owner: nobody, turn: -1 },
      $unset: { dueAt: '' },
      $inc: { heartbeat: 1, deaths },
    })
    return modifiedCount === 1
  }

  return {
    async take(step, owner) {
      const inserted = await insert(step, { owner, fence: 1, dueAt: soon(unrenewedMs) })
      return inserted === 'inserted' ? 'mine' : inserted
    },
    async enqueue(step, cost) {
      const inserted = await insert(step, { owner: nobody, fence: 0, turn: await turns.next(step, cost), cost })
      return inserted === 'inserted' ? 'waiting' : inserted
    },
    async waiting(max) {
      const fields = { projection: { userId: 1 } }
      // A quiet worker asks this alone.
      if (!(await claims.findOne({ lane: { $in: [...waitingLanes] }, ...waits }, { projection: { _id: 1 } }))) return []
      const heads = await Promise.all(
        waitingLanes.map((lane) =>
          claims
            .find({ lane, ...waits }, fields)
            .sort({ turn: 1 })
            .limit(max)
            .toArray(),
        ),
      )
      return heads.flatMap((found, at) => found.map(({ userId }) => ({ userId, lane: waitingLanes[at] ?? 'fast' })))
    },
    async lease(next, owner) {
      const leased = await claims.findOneAndUpdate(
        { ...next, ...waits },
        {
          $set: { owner, dueAt: soon(unrenewedMs) },
          $unset: { turn: '', cost: '' },
          $inc: { fence: 1, heartbeat: 1 },
        },
        { sort: { turn: 1 }, returnDocument: 'after' },
      )
      if (!leased) return undefined
      const { attempt = 1, lane = next.lane, request = '', deaths = 0 } = leased
      return { ...idOf(leased), attempt, lane, request, deaths }
    },
    async renew(id, owner) {
      const { modifiedCount } = await claims.updateOne(
        { _id: key(id), owner, ...hasNoResult },
        { $inc: { heartbeat: 1 }, $set: { dueAt: soon(unrenewedMs) } },
      )
      return modifiedCount === 1
    },
    async forgetDeaths(id, owner) {
      await claims.updateOne({ _id: key(id), owner, deaths: { $gt: 0 }, ...hasNoResult }, { $set: { deaths: 0 } })
    },
    async finish(id, owner, result) {
      const projection = { attempt: 1 }
      const before = await claims.findOneAndUpdate(
        { _id: key(id), owner, ...hasNoResult },
        { $set: { result, at: new Date(), dueAt: soon(unreportedMs) }, $unset: { request: '' } },
        { returnDocument: 'before', projection },
      )
      // The answer to an earlier try may have been lost: then the result is there.
      const found = before ?? (await claims.findOne({ _id: key(id), owner, result: { $exists: true } }, { projection }))
      return found ? (found.attempt ?? 1) : undefined
    },
    async reported(ids) {
      // The request too: an older version that has finished the step leaves it.
      const over = { $unset: { dueAt: '', request: '' } } as const
      await claims.updateMany({ _id: { $in: ids.map(key) }, result: { $exists: true } }, over)
    },
    async postpone(id, owner, attempt) {
      const { deletedCount } = await claims.deleteOne({ _id: key(id), owner, attempt, ...hasNoResult })
      if (deletedCount === 0) await back({ _id: key(id), owner }, 0)
    },
    putBack: (id, owner) => back({ _id: key(id), owner }, 0),
    takeBack: (id, seen) => back({ _id: key(id), ...seen }, 1),
    async due(now, max) {
      const { leased } = await leaseDue<ClaimDocument<Value>>(claims, {
        ...{ field: 'dueAt', dueBy: now, now, limit: max, leaseMs: lookedAfterMs },
        projection: { request: 0 },
      })
      return leased.map((one): DueClaim<Value> => {
        const { owner, heartbeat, result, attempt = 1 } = one
        return { ...idOf(one), attempt, ...(result ? { result } : { held: { owner, heartbeat } }) }
      })
    },
    async find(jobId, stage) {
      const found = await claims.findOne({ _id: key({ jobId, stage }) })
      return found?.result ? { userId: found.userId, result: found.result } : null
    },
    async withdraw(id, now) {
      // A claim that has a result matches nothing, and is not inserted a second time.
      await claims.updateOne({ _id: key(id), ...hasNoResult }, withdrawal(id, now), { upsert: true }).catch(unlessThere)
    },
    async replaceResult(id, now) {
      for (;;) {
        try {
          return (await claims.findOneAndUpdate({ _id: key(id) }, withdrawal(id, now), {
            upsert: true,
            returnDocument: 'before',
            projection: { fence: 1, result: 1 },
          })) as ReplacedClaim<Value> | null
        } catch (error) {
          // Taken in between.
          if (!isDuplicate(error)) throw error
        }
      }
    },
    async removeExpired(now) {
      await deleteInPortions<ClaimDocument<Value>>(claims as never, { expiresAt: { $lte: now } } as never)
    },
  }
}
