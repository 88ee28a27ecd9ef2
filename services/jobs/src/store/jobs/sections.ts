import type { mongo } from 'mongoose'
import type { Job } from '../../domain/job/job.ts'

const inFlight = ['submitting', 'pending', 'processing'] as const
/** Jobs of one work that are looked for at once: the next look finds the others. */
const maxOfWork = 100

/** recipe 21: jobs that speak sections of works. */
export const sections = (jobs: mongo.Collection<Job>) => ({
  countSections: (userId: string): Promise<number> =>
    jobs.countDocuments({ userId, status: { $in: [...inFlight] }, 'section.workId': { $exists: true } }),
  /** Ids of jobs of a work that are not deleted. */
  ofWork: async (userId: string, workId: string): Promise<string[]> =>
    jobs
      .find(
        { userId, status: { $in: [...inFlight, 'completed', 'failed'] }, 'section.workId': workId },
        { projection: { _id: 1 } },
      )
      .limit(maxOfWork)
      .map(({ _id }) => _id)
      .toArray(),
  /** Jobs of a work that are not deleted, without these. */
  unnamedOfWork: (userId: string, workId: string, named: string[]): Promise<Pick<Job, '_id' | 'section'>[]> =>
    jobs
      .find(
        {
          userId,
          status: { $in: [...inFlight, 'completed', 'failed'] },
          'section.workId': workId,
          _id: { $nin: named },
        },
        { projection: { section: 1 } },
      )
      .limit(maxOfWork)
      .toArray(),
})
