import { conflict } from '@utter/http/problem'
import type { Deps } from '../deps.ts'

/** recipe 21: a job of a work ends and goes with that. @throws Problem 409 for one */
export async function checkIsAlone({ jobs }: Pick<Deps, 'jobs'>, userId: string, jobId: string): Promise<void> {
  const [job] = await jobs.states(userId, [jobId])
  if (job?.section) throw conflict('job_of_work', 'The job speaks a part of a work: change or delete the work')
}
