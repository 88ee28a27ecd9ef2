import type { Model } from 'mongoose'
import type { Job } from '../../domain/job.ts'

/** Counts, each from an index alone. */
export const counts = (model: Model<Job>) => ({
  waitingBefore: ({ userId, batch, createdAt }: Pick<Job, 'userId' | 'batch' | 'createdAt'>) =>
    model.countDocuments({ userId, queue: 'waiting', batch, createdAt: { $lt: createdAt } }),
  /** Calls that jobs owe of a period, by the API key that took them; under no key those of sessions. */
  async countOwed(userId: string, period: Date): Promise<{ keyId?: string; calls: number }[]> {
    const counted = await model.aggregate<{ _id: string | null; calls: number }>([
      { $match: { userId, 'call.period': period, 'call.owed': true } },
      { $group: { _id: '$keyId', calls: { $sum: 1 } } },
    ])
    return counted.map(({ _id: keyId, calls }) => ({ ...(keyId && { keyId }), calls }))
  },
  /** Whether a job of this period, or of one before, may still change: the oldest of each status comes first. */
  async hasOpen(userId: string, period: Date): Promise<boolean> {
    for (const status of ['pending', 'processing'] as const)
      if (
        await model
          .findOne({ userId, status, 'call.period': { $lte: period } }, { _id: 1 })
          .sort({ createdAt: 1, _id: 1 })
          .lean()
      )
        return true
    return false
  },
  /** Failures since then that the account's own text caused, counted up to the limit. */
  countOwnFaults: (userId: string, since: Date, limit: number) =>
    model.countDocuments({ userId, ownFault: true, completedAt: { $gte: since } }).limit(limit),
  countByStatus: (userId: string, status: Job['status']) => model.countDocuments({ userId, status }),
  /** Counted up to the limit. */
  countUnpublished: (limit: number) => model.countDocuments({ unpublishedSince: { $gt: new Date(0) } }).limit(limit),
})
