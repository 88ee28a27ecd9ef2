import { leaseDue } from '@utter/storage/lease-due'
import { isDuplicate, openModel } from '@utter/storage/model'
import { mongoOutbox } from '@utter/storage/mongo-outbox'
import type { Connection, QueryFilter, UpdateQuery } from 'mongoose'
import type { Job, JobState, ShownJob } from '../domain/job.ts'
import { jobSchema } from './job-schema.ts'

export type JobStore = Awaited<ReturnType<typeof openJobs>>
export type JobFilter = QueryFilter<Job>

/** Projection for sweeps and settlements: no texts, settings, audio or timeline. */
const state = { userText: 0, aiResponse: 0, metadata: 0, ttsSettings: 0, audio: 0, timeline: 0 } as const

const overdueLeaseMs = 10_000

/** Jobs: one document each, the only source of a job's state. */
export async function openJobs(connection: Connection) {
  const model = await openModel(connection, 'jobs', jobSchema())
  const shown = { $ne: 'submitting' as const }
  // The native collection takes the same filters; mongoose's typed wrappers cost more than the work itself here.
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
    async removeSubmitting(userId: string, id: string): Promise<void> {
      await model.deleteOne({ _id: id, userId, status: 'submitting' })
    },
    firstWaiting: (userId: string, besides: string[], limit: number) =>
      jobs
        .find({ userId, queue: 'waiting', _id: { $nin: besides as never[] } }, { projection: { call: 1 } })
        .sort({ batch: 1, createdAt: 1 })
        .limit(limit)
        .toArray() as unknown as Promise<Pick<Job, '_id' | 'call'>[]>,
    /** Jobs of one account as they stand, without their texts; those that are gone are left out. */
    states: (userId: string, ids: string[]) =>
      jobs.find({ userId, _id: { $in: ids as never[] } }, { projection: state }).toArray() as unknown as Promise<
        JobState[]
      >,
    /** Ended without ever having been active, and unsettled. */
    unsettledNeverActive: (userId: string) =>
      jobs.find({ userId, unsettled: true, attempt: 0 }, { projection: state }).toArray() as unknown as Promise<
        JobState[]
      >,
    waitingBefore: (job: Job) =>
      model.countDocuments({
        userId: job.userId,
        queue: 'waiting',
        batch: job.batch,
        createdAt: { $lt: job.createdAt },
      }),
    /** From the index alone, however many they are. */
    countOwed: async (userId: string, period: Date): Promise<number> =>
      model.countDocuments({ userId, 'call.period': period, 'call.owed': true }),
    /** Failures since then that the account's own text caused, counted up to the limit. */
    countOwnFaults: (userId: string, since: Date, limit: number) =>
      model.countDocuments({ userId, ownFault: true, completedAt: { $gte: since } }).limit(limit),
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
              // The bound that the index is entered at; the rest parts jobs of the same millisecond.
              createdAt: { $lte: before.createdAt },
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
    /** Of many accounts at once: the jobs that are named, and those that changed since then. */
    versions: (accounts: { userId: string; ids: string[]; since?: Date | undefined }[], limit: number) =>
      model
        .find(
          {
            status: shown,
            $or: accounts.flatMap(({ userId, ids, since }) => [
              { userId, _id: { $in: ids } },
              ...(since ? [{ userId, updatedAt: { $gte: since } }] : []),
            ]),
          },
          { userId: 1, version: 1, updatedAt: 1 },
        )
        .limit(limit)
        .lean<Pick<Job, '_id' | 'userId' | 'version' | 'updatedAt'>[]>(),
    changedSince: (userId: string, since: Date, limit: number) =>
      model
        .find({ userId, updatedAt: { $gte: since }, status: shown })
        .sort({ updatedAt: -1 })
        .limit(limit)
        .lean<ShownJob[]>(),
    byId: (id: string) => model.findOne({ _id: id }).lean<Job | null>(),

    outbox: mongoOutbox(model),
    /** Counted in the index, up to the limit. */
    countUnpublished: (limit: number) => model.countDocuments({ unpublishedSince: { $gt: new Date(0) } }).limit(limit),

    async markSettled(all: Pick<Job, '_id' | 'userId'>[]): Promise<void> {
      await jobs.bulkWrite(
        all.map(({ _id, userId }) => ({
          updateOne: { filter: { _id: _id as never, userId, unsettled: true }, update: { $unset: { unsettled: 1 } } },
        })),
        { ordered: false },
      )
    },
    unsettled: (before: Date, limit: number, besides: string[] = []) =>
      jobs
        .find({ unsettled: true, completedAt: { $lte: before }, ...without(besides) }, { projection: state })
        .sort({ completedAt: 1 })
        .limit(limit)
        .toArray() as unknown as Promise<JobState[]>,
    /** recipe.md 8: jobs whose step is overdue, for this replica. */
    leaseOverdue: (now: Date, limit: number, besides: string[] = []) =>
      leaseDue<JobState>(jobs as never, {
        where: { queue: 'active' } as never,
        field: 'dueAt',
        dueBy: now,
        now,
        limit,
        leaseMs: overdueLeaseMs,
        besides,
        projection: state,
      }),
    submittingSince: (before: Date, limit: number, besides: string[] = []) =>
      jobs
        .find({ status: 'submitting', createdAt: { $lte: before }, ...without(besides) }, { projection: state })
        .sort({ createdAt: 1 })
        .limit(limit)
        .toArray() as unknown as Promise<JobState[]>,
  }
}

const without = (ids: string[]) => (ids.length > 0 ? { _id: { $nin: ids as never[] } } : {})

/** A case-insensitive substring, whatever characters it has. */
const containing = (text: string) => ({ $regex: text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), $options: 'i' })
