import { jobStatuses } from '@utter/contracts/jobs'
import { notFound } from '@utter/http/problem'
import type { LifecycleDeps } from '../deps.ts'

/**
 * recipe 23: all tags of a job, in the place of those before.
 * @throws Problem 404 for a job that is not shown
 */
export async function tagJob(
  { jobs }: Pick<LifecycleDeps, 'jobs'>,
  { userId, id, tags }: { userId: string; id: string; tags: string[] },
): Promise<void> {
  const guard = { _id: id, userId, status: { $in: [...jobStatuses] } }
  const job = await jobs.update(guard, tags.length > 0 ? { $set: { tags } } : { $unset: { tags: 1 } })
  if (!job) throw notFound('Job not found', 'job_not_found')
}
