import type { Lane } from '@utter/contracts/event'
import { rank } from '@utter/contracts/jobs'
import { leaseDue } from '@utter/storage/lease-due'
import type { mongo } from 'mongoose'
import type { Begun } from '../../domain/estimates.ts'
import type { Job, JobState } from '../../domain/job/job.ts'

const overdueLeaseMs = 10_000
/** Bounds of what is read each second. While a vendor is unavailable thousands are postponed: then nothing waits for a worker. */
const maxUnbegun = 100
const maxBegun = 50
/** A begun step is due within less. */
const begunDueMs = 600_000

/** Projection for sweeps and settlements: no texts, settings, audio or timeline. */
export const state = {
  userText: 0,
  aiResponse: 0,
  spokenText: 0,
  parts: 0,
  metadata: 0,
  ttsSettings: 0,
  audio: 0,
  timeline: 0,
} as const

/** Reads of the sweeps (recipe, "Sweeps"). `besides`: ids that are left out. */
export const due = (jobs: mongo.Collection<Job>) => ({
  /** recipe 8: jobs whose step is overdue, for this replica. */
  leaseOverdue: (now: Date, limit: number, besides: string[] = []) =>
    leaseDue<JobState>(jobs as unknown as mongo.Collection<JobState>, {
      where: { queue: 'active' },
      field: 'dueAt',
      dueBy: now,
      now,
      limit,
      leaseMs: overdueLeaseMs,
      besides,
      projection: state,
    }),
  /** recipe 6: a worker that waits for its turn is alive, and has until `dueAt`. No step: it changes nothing that anyone is shown. */
  async prolong({ _id, userId }: Pick<Job, '_id' | 'userId'>, attempt: number, dueAt: Date): Promise<void> {
    const isSpoken = { $in: [rank.speechStarted, rank.speechProgressed] }
    await jobs.updateOne(
      { _id, userId, queue: 'active', rank: isSpoken, startedAttempt: attempt, postponed: { $exists: false } },
      { $max: { dueAt } },
    )
  },
  /** The first requests of a lane that no worker has begun, but for those that are postponed, oldest first. */
  firstUnbegun: async (lane: Lane): Promise<Pick<Job, '_id' | 'userId' | 'rank' | 'dueAt'>[]> => {
    const projection = { rank: 1, dueAt: 1, userId: 1, postponed: 1 }
    const first = await jobs
      .find({ lane, queue: 'active', startedAttempt: 0 }, { projection })
      .sort({ dueAt: 1 })
      .limit(maxUnbegun)
      .toArray()
    return first.filter(({ postponed }) => !postponed)
  },
  /** Jobs that workers have begun, fifty at most. */
  begun: (now: Date): Promise<Begun[]> =>
    jobs
      .find(
        {
          queue: 'active',
          dueAt: { $gt: now, $lt: new Date(now.getTime() + begunDueMs) },
          startedAttempt: { $gt: 0 },
        },
        { projection: { rank: 1, progress: 1, voiceId: 1, userText: 1, aiResponse: 1, updatedAt: 1 } },
      )
      .limit(maxBegun)
      .toArray(),
  unsettled: (before: Date, limit: number, besides: string[] = []): Promise<JobState[]> =>
    jobs
      .find({ unsettled: true, completedAt: { $lte: before }, _id: { $nin: besides } }, { projection: state })
      .sort({ completedAt: 1 })
      .limit(limit)
      .toArray(),
  submittingSince: (before: Date, limit: number, besides: string[] = []): Promise<JobState[]> =>
    jobs
      .find({ status: 'submitting', createdAt: { $lte: before }, _id: { $nin: besides } }, { projection: state })
      .sort({ createdAt: 1 })
      .limit(limit)
      .toArray(),
})
