import { leaseDue } from '@utter/storage/lease-due'
import { isDuplicate, openModel } from '@utter/storage/model'
import { deleteInPortions } from '@utter/storage/portions'
import { type Connection, type mongo, Schema } from 'mongoose'
import type { ShownWork, Work } from '../domain/works/work.ts'

export type WorkStore = Awaited<ReturnType<typeof openWorks>>
export type WorkGuard = mongo.Filter<Work> & { _id: string; userId: string }
export type WorkUpdate = mongo.UpdateFilter<Work>

/** Longer than what a work is examined for, but for its deletion, which goes on from where it was. */
export const workLeaseMs = 30_000

/** Works: one document each, without their texts. */
export async function openWorks(connection: Connection) {
  const schema = new Schema<Work>(
    {
      _id: String,
      userId: String,
      requestId: String,
      bodyHash: String,
      title: String,
      voiceId: String,
      speakers: { type: [Schema.Types.Mixed], default: undefined },
      ttsSettings: Schema.Types.Mixed,
      language: String,
      textNormalization: String,
      seed: Number,
      keyId: String,
      monthlyCap: Number,
      state: String,
      stateVersion: Number,
      publishedVersion: Number,
      reason: String,
      characters: Number,
      chapterCount: Number,
      progress: Number,
      dueAt: Date,
      editedAt: Date,
      waits: Boolean,
      expiresAt: Date,
      feed: { type: { _id: false, hash: String, since: Date }, default: undefined },
      createdAt: Date,
      updatedAt: Date,
    },
    { versionKey: false },
  )
  schema.index({ userId: 1, requestId: 1 }, { unique: true })
  schema.index({ userId: 1, createdAt: -1, _id: -1 })
  for (const field of ['dueAt', 'expiresAt'])
    schema.index({ [field]: 1 }, { partialFilterExpression: { [field]: { $exists: true } } })
  // Not unique, which no sharded collection can be by this field: a secret has 256 random bits.
  schema.index({ 'feed.hash': 1 }, { partialFilterExpression: { 'feed.hash': { $exists: true } } })
  const model = await openModel(connection, 'works', schema)
  const works = model.collection as unknown as mongo.Collection<Work>
  const lease = (field: 'dueAt' | 'expiresAt', now: Date, limit: number, besides: string[]) =>
    leaseDue<Work>(works, { field, dueBy: now, now, limit, leaseMs: workLeaseMs, besides })

  return {
    /** @returns false when the account has used this request id before */
    async insert(work: Work): Promise<boolean> {
      try {
        await works.insertOne(work)
        return true
      } catch (error) {
        if (isDuplicate(error)) return false
        throw error
      }
    },
    /** Works of an account, those that are being deleted left out. @param limit counts no more */
    count: (userId: string, limit: number): Promise<number> =>
      works.countDocuments({ userId, state: { $ne: 'deleting' } }, { limit }),
    read: (userId: string, id: string): Promise<Work | null> => works.findOne({ _id: id, userId }),
    byRequest: (userId: string, requestId: string): Promise<Work | null> => works.findOne({ userId, requestId }),
    /** The work of a podcast. */
    byFeed: (hash: string): Promise<Work | null> => works.findOne({ 'feed.hash': hash }),
    /** A guarded update of one document. @returns the work after it; null when the guard did not match */
    update: (guard: WorkGuard, update: WorkUpdate): Promise<Work | null> =>
      works.findOneAndUpdate(guard, update, { returnDocument: 'after' }),
    /** Has it examined now. @returns whether it is there */
    async wake(userId: string, id: string, now: Date): Promise<boolean> {
      return (await works.updateOne({ _id: id, userId }, { $min: { dueAt: now } })).matchedCount > 0
    },
    /** Shown works, the newest first. @param before the last one of the page before */
    page: (userId: string, limit: number, before?: { at: Date; id: string }): Promise<ShownWork[]> =>
      works
        .find({
          userId,
          state: { $nin: ['submitting', 'deleting'] },
          ...(before && { createdAt: { $lte: before.at }, $or: olderThan(before) }),
        })
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit)
        .toArray() as Promise<ShownWork[]>,
    remove: async (userId: string, id: string): Promise<void> => {
      await works.deleteOne({ _id: id, userId, state: 'deleting' })
    },
    async removeOf(userId: string): Promise<void> {
      await deleteInPortions(works, { userId })
    },
    leaseWorks: (now: Date, limit: number, besides: string[] = []) => lease('dueAt', now, limit, besides),
    leaseExpiredWorks: (now: Date, limit: number, besides: string[] = []) => lease('expiresAt', now, limit, besides),
  }
}

const olderThan = ({ at, id }: { at: Date; id: string }): mongo.Filter<Work>[] => [
  { createdAt: { $lt: at } },
  { createdAt: at, _id: { $lt: id } },
]
