import type { Model } from 'mongoose'
import type { UsageRow } from '../../domain/allowance/usage.ts'
import type { Job } from '../../domain/job/job.ts'

/** Time of a request's count of a day in the database, as of one page of a list. */
const maxCountMs = 4_000
/** Time of a count that nobody waits for, of millions of calls; the driver closes a connection that gives no answer for 20 s. */
export const sumTimeMs = 15_000
const owedAt = (userId: string, completedAt: { $gte: Date; $lt: Date }) => ({ userId, 'call.owed': true, completedAt })

/** Calls that ended jobs owe; each query uses one index alone. */
export const usage = (model: Model<Job>) => ({
  /** Calls of the jobs that ended in this time and owe one, by key and voice. */
  async usageBetween(userId: string, from: Date, until: Date, maxTimeMS = maxCountMs): Promise<UsageRow[]> {
    const counted = await model
      .aggregate<{ _id: { keyId?: string | null; voiceId: string }; calls: number }>([
        { $match: owedAt(userId, { $gte: from, $lt: until }) },
        { $group: { _id: { keyId: '$keyId', voiceId: '$voiceId' }, calls: { $sum: 1 } } },
      ])
      .option({ maxTimeMS })
    return counted.map(({ _id: { keyId, voiceId }, calls }) => ({ keyId: keyId ?? null, voiceId, calls }))
  },
  /** When the first job of this time ended that owes a call. */
  async firstOwed(userId: string, from: Date, until: Date): Promise<Date | undefined> {
    const job = await model
      .findOne(owedAt(userId, { $gte: from, $lt: until }), { completedAt: 1 })
      .sort({ completedAt: 1 })
      .lean<Pick<Job, 'completedAt'> | null>()
    return job?.completedAt
  },
})
