import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { notFound } from '@utter/http/problem'
import type { Deps } from '../deps.ts'
import { isShown, type ShownJob } from '../domain/job/job.ts'
import { viewOf } from './job-bodies.ts'

type ViewDeps = Pick<Deps, 'jobs' | 'audio' | 'estimates' | 'clock'>

/** @throws Problem 404 for a job that is not the account's, or not accepted yet */
export async function readJobView(deps: ViewDeps, userId: string, id: string): Promise<JobView> {
  const job = await deps.jobs.read(userId, id)
  if (!job || !isShown(job)) throw notFound('Job not found', 'job_not_found')
  return jobViewOf(deps, job)
}

/** The view of a job, with its position while it waits. */
export async function jobViewOf({ jobs, audio, estimates, clock }: ViewDeps, job: ShownJob): Promise<JobView> {
  const ahead = job.queue === 'waiting' ? await jobs.waitingBefore(job) : undefined
  return viewOf(job, { audio, estimates, now: clock.now() }, ahead)
}
