import type { mongo } from 'mongoose'
import type { Job } from '../../domain/job/job.ts'

/** The latest of the jobs with a key that are looked at: the present model and voice made them, or none that ended before. */
const maxSpoken = 5

export type SpokenJob = Pick<Job, '_id' | 'kind' | 'work' | 'aiResponse' | 'spokenText' | 'words'>

/** recipe 15: the jobs that others may sound like. */
export const spoken = (jobs: mongo.Collection<Job>) => ({
  /** The latest completed jobs with this key that ended since then, the latest first. */
  spokenSince: (userId: string, cacheKey: string, since: Date): Promise<SpokenJob[]> =>
    jobs
      .find({ userId, cacheKey, completedAt: { $gte: since }, status: 'completed' })
      .project<SpokenJob>({ kind: 1, work: 1, aiResponse: 1, spokenText: 1, words: 1 })
      .sort({ completedAt: -1 })
      .limit(maxSpoken)
      .toArray(),
})
