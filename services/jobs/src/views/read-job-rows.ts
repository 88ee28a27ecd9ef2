import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import type { Deps } from '../deps.ts'
import type { ShownJob } from '../domain/job/job.ts'
import { rowOf } from './job-bodies.ts'

/** The rows of one page of an account, with the positions of those that wait. */
export async function jobRowsOf(
  { jobs, audio, clock }: Pick<Deps, 'jobs' | 'audio' | 'clock'>,
  userId: string,
  page: ShownJob[],
): Promise<JobRow[]> {
  const ahead = await jobs.waitingBeforeEach(userId, page)
  return page.map((job) => rowOf(job, { audio, now: clock.now() }, ahead.get(job._id)))
}
