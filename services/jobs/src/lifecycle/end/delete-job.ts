import { topics } from '@utter/contracts/topics'
import { conflict, notFound } from '@utter/http/problem'
import { failpoint } from '@utter/runtime/failpoint'
import type { LifecycleDeps } from '../../deps.ts'
import { isShown, type ShownJob } from '../../domain/job/job.ts'
import { forgetAtOf } from '../../domain/job/lifetime.ts'
import { eventsFor } from '../../publishes/events-for.ts'
import { publishDeletion } from './publish-deletion.ts'
import { settleAtOnce } from './settle.ts'

/** How long a worker's report may wait before it is consumed. */
const reportsLieMs = topics['job.steps']?.retentionMs ?? Number.POSITIVE_INFINITY

/**
 * recipe 16: texts, reply and sound of an ended job go, by its owner's wish or because its lifetime is over; what its call counts in stays.
 * @throws Problem 404 for a job that is not shown, 409 for one that has not ended
 */
export async function deleteJob(deps: LifecycleDeps, userId: string, jobId: string): Promise<void> {
  const { jobs, clock, log } = deps
  const job = await jobs.read(userId, jobId)
  if (!job || !isShown(job)) throw notFound('Job not found', 'job_not_found')
  const { status, completedAt } = job
  if (status !== 'completed' && status !== 'failed') throw conflict('job_not_ended', 'The job has not ended')
  // Counted once and for all: nothing settles, refunds or publishes a deleted job.
  if (job.unsettled) await settleAtOnce(deps, job)
  const now = clock.now()
  if (mayBeUnpublished(job, now)) await deps.publish(eventsFor(job))
  failpoint('end-published')
  const deleted = await jobs.markDeleted(job, status, now, forgetAtOf(completedAt ?? now, now))
  if (!deleted) throw notFound('Job not found', 'job_not_found')
  failpoint('deleted')
  publishDeletion(deps, deleted).catch((error) => log.debug({ err: error, jobId }, 'left to the sweep'))
}

/** Whether a job's end may be unpublished. An end from a report has no mark: the report is acked after publication. */
export const mayBeUnpublished = (
  { unpublishedSince, completedAt }: Pick<ShownJob, 'unpublishedSince' | 'completedAt'>,
  now: Date,
): boolean => unpublishedSince !== undefined || !completedAt || now.getTime() - completedAt.getTime() < reportsLieMs
