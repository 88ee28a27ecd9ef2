import { isDuplicate, openModel } from '@utter/storage/model'
import { mongoOutbox } from '@utter/storage/mongo-outbox'
import type { Connection, mongo } from 'mongoose'
import type { Job, JobState } from '../domain/job.ts'
import { counts } from './jobs/counts.ts'
import { due, state } from './jobs/due.ts'
import { pages } from './jobs/pages.ts'
import { jobSchema } from './jobs/schema.ts'
import { usage } from './jobs/usage.ts'

export type JobStore = Awaited<ReturnType<typeof openJobs>>
export type JobFilter = mongo.Filter<Job>
export type JobUpdate = mongo.UpdateFilter<Job>

/** Jobs: one document each, the only source of a job's state. */
export async function openJobs(connection: Connection) {
  const model = await openModel(connection, 'jobs', jobSchema())
  // The native collection takes the same filters; mongoose's typed wrappers cost more than the work itself here.
  const jobs = model.collection as unknown as mongo.Collection<Job>

  return {
    /** @returns false when the account has used this request id before */
    async insert(job: Job): Promise<boolean> {
      try {
        await jobs.insertOne(job)
        return true
      } catch (error) {
        if (isDuplicate(error)) return false
        throw error
      }
    },
    read: (userId: string, id: string): Promise<Job | null> => jobs.findOne({ _id: id, userId }),
    byId: (id: string): Promise<Job | null> => jobs.findOne({ _id: id }),
    byRequest: (userId: string, requestId: string): Promise<Job | null> => jobs.findOne({ userId, requestId }),
    /** Jobs of one account as they are, without their texts; those that are gone are left out. */
    states: (userId: string, ids: string[]): Promise<JobState[]> =>
      jobs.find({ userId, _id: { $in: ids } }, { projection: state }).toArray(),
    firstWaiting: (userId: string, besides: string[], limit: number): Promise<Pick<Job, '_id' | 'call' | 'keyId'>[]> =>
      jobs
        .find({ userId, queue: 'waiting', _id: { $nin: besides } }, { projection: { call: 1, keyId: 1 } })
        .sort({ batch: 1, createdAt: 1 })
        .limit(limit)
        .toArray(),
    /** All ended jobs of one account, for an account of a few hundred. */
    ended: (userId: string): Promise<JobState[]> =>
      jobs.find({ userId, status: { $in: ['completed', 'failed'] } }, { projection: state }).toArray(),
    /** Ended without ever having been active, and unsettled. */
    unsettledNeverActive: (userId: string): Promise<JobState[]> =>
      jobs.find({ userId, unsettled: true, attempt: 0 }, { projection: state }).toArray(),

    /** One guarded update of one document. @returns the job after it; null when the guard did not match */
    update: (guard: JobFilter & { _id: string; userId: string }, update: JobUpdate): Promise<Job | null> =>
      jobs.findOneAndUpdate(guard, update, { returnDocument: 'after' }),
    async removeSubmitting(userId: string, id: string): Promise<void> {
      await jobs.deleteOne({ _id: id, userId, status: 'submitting' })
    },
    /** Any jobs of an account, whole, for its erasure. */
    firstOf: (userId: string, limit: number): Promise<Job[]> => jobs.find({ userId }).limit(limit).toArray(),
    /** Removes ended jobs that are still as they were published. @returns how many */
    async removeEnded(ended: Pick<Job, '_id' | 'userId' | 'version'>[]): Promise<number> {
      if (ended.length === 0) return 0
      const removals = ended.map(({ _id, userId, version }) => ({ deleteOne: { filter: { _id, userId, version } } }))
      return (await jobs.bulkWrite(removals, { ordered: false })).deletedCount
    },
    async markSettled(all: Pick<Job, '_id' | 'userId'>[]): Promise<void> {
      const updates = all.map(({ _id, userId }) => ({
        updateOne: { filter: { _id, userId, unsettled: true }, update: { $unset: { unsettled: 1 as const } } },
      }))
      await jobs.bulkWrite(updates, { ordered: false })
    },

    outbox: mongoOutbox(model),
    ...pages(model),
    ...counts(model),
    ...usage(model),
    ...due(jobs),
  }
}
