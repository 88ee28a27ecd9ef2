import type { ClaimId, ClaimResult, Claims, ReplacedClaim } from '@utter/contracts/claims'
import { type Connection, Schema } from 'mongoose'
import { rememberedMs } from './deleted-accounts.ts'
import { isDuplicate, openModel, unlessThere } from './model.ts'
import { deleteInPortions } from './portions.ts'

type ClaimDocument<Value> = {
  _id: string
  userId: string
  owner: string
  /** The fencing token: the number of owners until now. */
  fence: number
  heartbeat: number
  result?: ClaimResult<Value>
  at: Date
  /** The end of a withdrawn claim's mark. */
  expiresAt?: Date
}

export type ClaimStore<Value> = Claims<Value> & {
  /** Removes what was withdrawn and is over. */
  removeExpired(now: Date): Promise<void>
}

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
      result: Schema.Types.Mixed,
      at: Date,
      expiresAt: Date,
    },
    { versionKey: false, strict: 'throw' },
  )
  schema.index({ at: 1 })
  schema.index({ userId: 1 })
  schema.index({ expiresAt: 1 }, { partialFilterExpression: { expiresAt: { $exists: true } } })
  const model = await openModel(connection, 'claims', schema)
  // The typed wrappers cost more than the update itself; the native collection takes the same filters.
  const claims = model.collection
  const key = ({ jobId, stage }: Pick<ClaimId, 'jobId' | 'stage'>) => `${jobId}:${stage}` as never

  /** Its owner, if it has one, neither renews nor finishes it from now on. */
  const withdrawal = ({ userId }: ClaimId, now: Date) => ({
    $set: {
      userId,
      owner: 'withdrawn',
      result: { withdrawn: true },
      at: now,
      expiresAt: new Date(now.getTime() + rememberedMs),
    },
    $setOnInsert: { fence: 0, heartbeat: 0 },
  })

  return {
    async take(id, owner) {
      for (;;) {
        try {
          await claims.insertOne({ _id: key(id), userId: id.userId, owner, fence: 1, heartbeat: 0, at: new Date() })
          return 'mine'
        } catch (error) {
          if (!isDuplicate(error)) throw error
        }
        const found = (await claims.findOne({ _id: key(id) })) as ClaimDocument<Value> | null
        if (found)
          return found.result ? { result: found.result } : { seen: { owner: found.owner, heartbeat: found.heartbeat } }
        // Released in between: it can be taken.
      }
    },
    async takeOver(id, owner, seen) {
      const { modifiedCount } = await claims.updateOne(
        { _id: key(id), ...seen, result: { $exists: false } },
        { $set: { owner }, $inc: { fence: 1, heartbeat: 1 } },
      )
      return modifiedCount === 1
    },
    async renew(id, owner) {
      const { modifiedCount } = await claims.updateOne(
        { _id: key(id), owner, result: { $exists: false } },
        { $inc: { heartbeat: 1 } },
      )
      return modifiedCount === 1
    },
    async finish(id, owner, result) {
      const { modifiedCount } = await claims.updateOne(
        { _id: key(id), owner, result: { $exists: false } },
        { $set: { result, at: new Date() } },
      )
      // The answer to an earlier try may have been lost: then the result is there.
      return modifiedCount === 1 || (await claims.findOne({ _id: key(id), owner, result: { $exists: true } })) !== null
    },
    async find(jobId, stage) {
      const found = (await claims.findOne({ _id: key({ jobId, stage }) })) as ClaimDocument<Value> | null
      return found?.result ? { userId: found.userId, result: found.result } : null
    },
    async withdraw(id, now) {
      // A claim that has a result matches nothing, and is not inserted a second time.
      await claims
        .updateOne({ _id: key(id), result: { $exists: false } }, withdrawal(id, now), { upsert: true })
        .catch(unlessThere)
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
    async release(id, owner) {
      await claims.deleteOne({ _id: key(id), owner, result: { $exists: false } })
    },
  }
}
