import { notFound } from '@utter/http/problem'
import type { Deps } from '../deps.ts'
import type { ShownJob } from '../domain/job/job.ts'

/** The jobs of a batch of the account. @throws Problem 404 for a batch that has none, or is another's */
export async function readBatch(
  { jobs }: Pick<Deps, 'jobs'>,
  userId: string,
  batchId: string,
): Promise<[ShownJob, ...ShownJob[]]> {
  const [first, ...others] = await jobs.ofBatch(userId, batchId)
  if (!first) throw notFound('Batch not found', 'batch_not_found')
  return [first, ...others]
}
