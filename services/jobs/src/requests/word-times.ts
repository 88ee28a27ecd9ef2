import type { WordMark, WordTimes } from '@utter/contracts/http/jobs/word-times'
import { planOf, type TierName } from '@utter/contracts/plans'
import { forbidden, notFound } from '@utter/http/problem'
import type { Deps } from '../deps.ts'
import type { Job } from '../domain/job/job.ts'

/** @throws Problem 403 on a plan without word timestamps */
export function checkWordTimestamps({ plans }: Pick<Deps, 'plans'>, tier: TierName): void {
  if (planOf(plans, tier).wordTimestamps) return
  const first = plans.find((plan) => plan.wordTimestamps)?.name
  const sentence = `Word timestamps are available ${first ? `from the ${first} plan` : 'on no plan'}`
  throw forbidden(sentence, 'plan_required')
}

/** The times of a job's words. @throws Problem 404 where it has none: not spoken yet, or without them; 503 when speech is unavailable */
export async function wordTimesOfJob(
  { wordTimes }: Pick<Deps, 'wordTimes'>,
  job: Pick<Job, '_id' | 'sameAs' | 'status'>,
  marks: WordMark[] = [],
): Promise<WordTimes> {
  const words = job.status === 'completed' ? await wordTimes.of(job.sameAs ?? job._id, marks) : undefined
  if (!words) throw notFound('This job has no word timestamps', 'words_not_found')
  return words
}
