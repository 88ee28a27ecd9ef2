import { isDuplicate, openModel, unmark } from '@utter/storage/model'
import { type Connection, type QueryFilter, Schema, type UpdateQuery } from 'mongoose'
import type { Job, ShownJob } from '../domain/job.ts'

export type JobStore = Awaited<ReturnType<typeof openJobs>>
export type JobFilter = QueryFilter<Job>

/** Jobs: one document each, whole truth of what became of it. */
export async function openJobs(connection: Connection) {
  const model = await openModel(connection, 'jobs', jobSchema())
  const shown = { $ne: 'admitting' as const }
  // On the road mongoose's typed wrappers cost more than the work itself; the native collection takes the same filters.
  const jobs = model.collection

  return {
    /** False when the account has used this request id before. */
    async insert(job: Job): Promise<boolean> {
      try {
        await jobs.insertOne(job as never)
        return true
      } catch (error) {
        if (isDuplicate(error)) return false
        throw error
      }
    },
    read: (userId: string, id: string) => jobs.findOne({ _id: id as never, userId }) as Promise<Job | null>,
    byRequest: (userId: string, requestId: string) => jobs.findOne({ userId, requestId }) as Promise<Job | null>,
    /** One guarded update of one document; null when the guard did not hold. Returns the job after it. */
    update: (filter: JobFilter & { _id: string; userId: string }, update: UpdateQuery<Job>) =>
      jobs.findOneAndUpdate(filter as never, update as never, { returnDocument: 'after' }) as Promise<Job | null>,
    async removeAdmitting(userId: string, id: string): Promise<void> {
      await model.deleteOne({ _id: id, userId, status: 'admitting' })
    },
    firstWaiting: (userId: string, besides: string[]) =>
      model
        .findOne({ userId, queue: 'waiting', _id: { $nin: besides } })
        .sort({ batch: 1, createdAt: 1 })
        .lean<Job | null>(),
    waitingBefore: (job: Job) =>
      model.countDocuments({
        userId: job.userId,
        queue: 'waiting',
        batch: job.batch,
        createdAt: { $lt: job.createdAt },
      }),
    countOwed: (userId: string, period: Date, besides: string[]) =>
      model.countDocuments({ userId, 'call.period': period, 'call.owed': true, _id: { $nin: besides } }),
    countByStatus: (userId: string, status: Job['status']) => model.countDocuments({ userId, status }),

    /** What a person sees, newest first. `before` is the last row of the page before. */
    page: (
      userId: string,
      filter: { status?: Job['status'] | undefined; text?: string | undefined },
      limit: number,
      before?: { createdAt: Date; id: string },
    ) =>
      model
        .find(
          {
            userId,
            status: filter.status ?? shown,
            ...(filter.text && { $or: [{ userText: containing(filter.text) }, { _id: containing(filter.text) }] }),
            ...(before && {
              $and: [
                {
                  $or: [
                    { createdAt: { $lt: before.createdAt } },
                    { createdAt: before.createdAt, _id: { $lt: before.id } },
                  ],
                },
              ],
            }),
          },
          { timeline: 0, aiResponse: 0, 'audio.peaks': 0 },
        )
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit)
        .lean<ShownJob[]>(),
    versions: (userId: string, ids: string[]) =>
      model
        .find({ userId, _id: { $in: ids }, status: shown }, { version: 1 })
        .lean<{ _id: string; version: number }[]>(),
    changedSince: (userId: string, since: Date, limit: number) =>
      model
        .find({ userId, updatedAt: { $gte: since }, status: shown })
        .sort({ updatedAt: -1 })
        .limit(limit)
        .lean<ShownJob[]>(),
    byId: (id: string) => model.findOne({ _id: id }).lean<Job | null>(),

    unsaid: (before: Date, limit: number) =>
      model
        .find({ unsaid: { $lte: before } })
        .sort({ unsaid: 1 })
        .limit(limit)
        .lean<Job[]>(),
    /** @returns how many of them were not settled before */
    async settled(all: Job[]): Promise<number> {
      const { modifiedCount } = await jobs.bulkWrite(
        all.map(({ _id, userId }) => ({
          updateOne: { filter: { _id: _id as never, userId, settle: true }, update: { $unset: { settle: 1 } } },
        })),
        { ordered: false },
      )
      return modifiedCount
    },
    countUnsaid: (limit: number) => model.countDocuments({ unsaid: { $exists: true } }).limit(limit),
    said: (all: Job[]) => unmark(model, all),
    unsettled: (before: Date, limit: number) =>
      model
        .find({ settle: true, completedAt: { $lte: before } })
        .limit(limit)
        .lean<Job[]>(),
    overdue: (now: Date, limit: number) =>
      model
        .find({ queue: 'road', dueAt: { $lte: now } })
        .sort({ dueAt: 1 })
        .limit(limit)
        .lean<Job[]>(),
    admittingSince: (before: Date, limit: number) =>
      model
        .find({ status: 'admitting', createdAt: { $lte: before } })
        .limit(limit)
        .lean<Job[]>(),
  }
}

/** A case-insensitive substring, whatever characters it has. */
const containing = (text: string) => ({ $regex: text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), $options: 'i' })

function jobSchema(): Schema<Job> {
  const schema = new Schema<Job>(
    {
      _id: String,
      userId: String,
      requestId: String,
      bodyHash: String,
      kind: String,
      sessionId: String,
      userText: String,
      voiceId: String,
      ttsSettings: Schema.Types.Mixed,
      metadata: Schema.Types.Mixed,
      webhookUrl: String,
      webhookDelivered: Boolean,
      webhookAttempts: Number,
      status: String,
      queue: String,
      rank: Number,
      progress: Number,
      version: Number,
      timeline: [Schema.Types.Mixed],
      attempt: Number,
      begun: Number,
      tries: Number,
      postponed: Boolean,
      lane: String,
      batch: Number,
      call: { period: Date, owed: Boolean },
      dueAt: Date,
      giveUpAt: Date,
      unsaid: Date,
      settle: Boolean,
      aiResponse: String,
      audio: Schema.Types.Mixed,
      error: String,
      code: String,
      cached: Boolean,
      createdAt: Date,
      updatedAt: Date,
      completedAt: Date,
    },
    { versionKey: false, minimize: false },
  )
  schema.index({ userId: 1, requestId: 1 }, { unique: true })
  schema.index({ userId: 1, createdAt: -1 })
  schema.index({ userId: 1, status: 1 })
  schema.index({ userId: 1, updatedAt: -1 })
  schema.index({ userId: 1, 'call.period': 1, 'call.owed': 1 })
  schema.index(
    { userId: 1, batch: 1, createdAt: 1 },
    { partialFilterExpression: { queue: 'waiting' }, name: 'waiting' },
  )
  schema.index({ createdAt: 1 }, { partialFilterExpression: { status: 'admitting' }, name: 'admitting' })
  schema.index({ unsaid: 1 }, { partialFilterExpression: { unsaid: { $exists: true } } })
  schema.index({ settle: 1, completedAt: 1 }, { partialFilterExpression: { settle: true } })
  schema.index({ dueAt: 1 }, { partialFilterExpression: { queue: 'road' } })
  return schema
}
