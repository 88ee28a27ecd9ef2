import type { DataOf } from '@utter/contracts/event'
import type { WebhookAttempted } from '@utter/contracts/events/webhook-attempted'
import { duplicatesOf, isDuplicate, openModel } from '@utter/storage/model'
import { mongoOutbox } from '@utter/storage/mongo-outbox'
import type { Connection, mongo } from 'mongoose'
import type { Job, JobState, Settled } from '../domain/job/job.ts'
import { batches } from './jobs/batches.ts'
import { counts } from './jobs/counts.ts'
import { deletions } from './jobs/deletions.ts'
import { due, state } from './jobs/due.ts'
import { pages } from './jobs/pages.ts'
import { jobSchema } from './jobs/schema.ts'
import { sections } from './jobs/sections.ts'
import { spoken } from './jobs/spoken.ts'
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
    /** Inserts jobs in one write. @returns the inserted ids; the others' request ids were used before */
    async insertAll(all: Job[]): Promise<Set<string>> {
      const ids = all.map(({ _id }) => _id)
      try {
        await jobs.insertMany(all, { ordered: false })
        return new Set(ids)
      } catch (error) {
        const faults = duplicatesOf(error)
        if (!faults) throw error
        return new Set(ids.filter((_, index) => !faults.has(index)))
      }
    },
    read: (userId: string, id: string): Promise<Job | null> => jobs.findOne({ _id: id, userId }),
    byId: (id: string): Promise<Job | null> => jobs.findOne({ _id: id }),
    /** The job of a link. */
    byShare: (hash: string): Promise<Job | null> => jobs.findOne({ 'share.hash': hash }),
    byRequest: (userId: string, requestId: string): Promise<Job | null> => jobs.findOne({ userId, requestId }),
    /** Jobs of one account as they are; those that are gone are left out. */
    readAll: (userId: string, ids: string[]): Promise<Job[]> => jobs.find({ userId, _id: { $in: ids } }).toArray(),
    /** Jobs of one account as they are, without their texts; those that are gone are left out. */
    states: (userId: string, ids: string[]): Promise<JobState[]> =>
      jobs.find({ userId, _id: { $in: ids } }, { projection: state }).toArray(),
    firstWaiting: (
      userId: string,
      besides: string[],
      limit: number,
    ): Promise<Pick<Job, '_id' | 'call' | 'keyId' | 'lane'>[]> =>
      jobs
        .find({ userId, queue: 'waiting', _id: { $nin: besides } }, { projection: { call: 1, keyId: 1, lane: 1 } })
        .sort({ batch: 1, createdAt: 1 })
        .limit(limit)
        .toArray(),
    /** All ended jobs of one account, for an account of a few hundred. */
    ended: (userId: string): Promise<JobState[]> =>
      jobs.find({ userId, status: { $in: ['completed', 'failed'] } }, { projection: state }).toArray(),
    /** Ended without ever having been active, and unsettled. */
    unsettledNeverActive: (userId: string): Promise<JobState[]> =>
      jobs.find({ userId, unsettled: true, attempt: 0 }, { projection: state }).toArray(),

    /** A guarded update of one document. @returns the job after it; null when the guard did not match */
    update: (guard: JobFilter & { _id: string; userId: string }, update: JobUpdate): Promise<Job | null> =>
      jobs.findOneAndUpdate(guard, update, { returnDocument: 'after' }),
    /** Updates submitting jobs in one write. Jobs that are no longer submitting are left as they are. */
    async updateSubmitting(updates: { _id: string; userId: string; update: JobUpdate }[]): Promise<void> {
      const writes = updates.map(({ _id, userId, update }) => ({
        updateOne: { filter: { _id, userId, status: 'submitting' as const }, update },
      }))
      await jobs.bulkWrite(writes, { ordered: false })
    },
    async removeSubmitting(userId: string, ids: string[]): Promise<void> {
      await jobs.deleteMany({ _id: { $in: ids }, userId, status: 'submitting' })
    },
    /** Any jobs of an account, whole, for its erasure. */
    firstOf: (userId: string, limit: number): Promise<Job[]> => jobs.find({ userId }).limit(limit).toArray(),
    /** Removes ended jobs that are still as they were published. @returns how many */
    async removeEnded(ended: Pick<Job, '_id' | 'userId' | 'version'>[]): Promise<number> {
      if (ended.length === 0) return 0
      const removals = ended.map(({ _id, userId, version }) => ({ deleteOne: { filter: { _id, userId, version } } }))
      return (await jobs.bulkWrite(removals, { ordered: false })).deletedCount
    },
    async markSettled(all: Settled[]): Promise<void> {
      const updates = all.map(({ _id, userId, expiresAt }) => ({
        updateOne: {
          filter: { _id, userId, unsettled: true },
          update: { $unset: { unsettled: 1 as const }, ...(expiresAt && { $set: { expiresAt } }) },
        },
      }))
      await jobs.bulkWrite(updates, { ordered: false })
    },

    /** Records the tries of a job's webhook; late and duplicate reports change nothing. */
    async countWebhook(
      userId: string,
      id: string,
      { attempts, delivered, firstAttemptAt, deliveredAt }: Omit<DataOf<typeof WebhookAttempted>, 'jobId'>,
    ): Promise<void> {
      await jobs.updateOne(
        { _id: id, userId, status: { $in: ['completed', 'failed'] } },
        {
          $max: { webhookAttempts: attempts },
          ...(delivered && { $set: { webhookDelivered: true } }),
          ...(firstAttemptAt && {
            $min: {
              'delivery.startedAt': new Date(firstAttemptAt),
              ...(deliveredAt && { 'delivery.endedAt': new Date(deliveredAt) }),
            },
          }),
        },
      )
    },

    outbox: mongoOutbox(model),
    ...pages(model),
    ...counts(model),
    ...usage(model),
    ...due(jobs),
    ...batches(jobs),
    ...spoken(jobs),
    ...sections(jobs),
    ...deletions(jobs),
  }
}
