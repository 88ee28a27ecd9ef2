import type { mongo } from 'mongoose'
import type { Job, ShownJob } from '../../domain/job/job.ts'

/** Reads of a batch's jobs: at most 100, so that each is one query. */
export const batches = (jobs: mongo.Collection<Job>) => ({
  /** The accepted jobs that a batch made, in its order. */
  ofBatch: (userId: string, batchId: string): Promise<ShownJob[]> =>
    jobs
      .find<ShownJob>(
        { userId, batchId, status: { $in: ['pending', 'processing', 'completed', 'failed'] } },
        { projection: { timeline: 0, 'audio.peaks': 0 } },
      )
      .sort({ batchIndex: 1 })
      .toArray(),
  byRequests: (userId: string, requestIds: string[]): Promise<Job[]> =>
    jobs.find({ userId, requestId: { $in: requestIds } }).toArray(),
  /** How many of these requests were accepted; their jobs may have ended since, or been deleted. */
  countAccepted: (userId: string, requestIds: string[]): Promise<number> =>
    jobs.countDocuments({ userId, requestId: { $in: requestIds }, status: { $ne: 'submitting' } }),
})
