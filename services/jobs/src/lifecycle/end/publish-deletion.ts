import { failpoint } from '@utter/runtime/failpoint'
import type { LifecycleDeps } from '../../deps.ts'
import type { JobState } from '../../domain/job/job.ts'
import { jobDeleted } from '../../publishes/job-deleted.ts'

/**
 * recipe 16: what others keep of a deleted job goes; its audio when no other job plays it. Each deletion is marked before it looks for others, so
 * of two that play the same the later one finds none.
 */
export async function publishDeletion(
  { jobs, publish }: Pick<LifecycleDeps, 'jobs' | 'publish'>,
  job: JobState,
): Promise<void> {
  const spokenBy = job.sameAs ?? job._id
  const holders = await jobs.holdersOf(job.userId, spokenBy)
  const isPlayed = holders.some(({ status }) => status !== 'submitting')
  // A submission that names it finds it deleted, or plays it, within a moment: the sweep asks again.
  if (holders.length > 0 && !isPlayed) return
  await publish([jobDeleted(job, isPlayed ? undefined : spokenBy)])
  failpoint('deletion-published')
  await jobs.markDeletionPublished(job)
}
