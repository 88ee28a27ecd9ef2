import type { ClaimId, ClaimResult, Claims } from '@utter/contracts/claims'
import { type Connection, Schema } from 'mongoose'
import { isDuplicate, openModel } from './model.ts'

type ClaimDocument<Value> = {
  _id: string
  userId: string
  owner: string
  /** The fencing token: the number of owners until now. */
  fence: number
  heartbeat: number
  result?: ClaimResult<Value>
  at: Date
}

/** The claims of a worker in MongoDB. They are kept as long as a job may be retried; texts in them go with the job's lifetime. */
export async function openClaims<Value>(connection: Connection): Promise<Claims<Value>> {
  const schema = new Schema<ClaimDocument<Value>>(
    {
      _id: String,
      userId: String,
      owner: String,
      fence: Number,
      heartbeat: Number,
      result: Schema.Types.Mixed,
      at: Date,
    },
    { versionKey: false, strict: 'throw' },
  )
  schema.index({ at: 1 })
  schema.index({ userId: 1 })
  const model = await openModel(connection, 'claims', schema)
  // The typed wrappers cost more than the update itself; the native collection takes the same filters.
  const claims = model.collection
  const key = ({ jobId, stage }: Pick<ClaimId, 'jobId' | 'stage'>) => `${jobId}:${stage}` as never

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
      return modifiedCount === 1
    },
    async find(jobId, stage) {
      const found = (await claims.findOne({ _id: key({ jobId, stage }) })) as ClaimDocument<Value> | null
      return found?.result ? { userId: found.userId, result: found.result } : null
    },
    async release(id, owner) {
      await claims.deleteOne({ _id: key(id), owner, result: { $exists: false } })
    },
  }
}
