import type { Fact } from '@utter/messaging/fact'
import { chatRequested } from '../emits/chat-requested.ts'
import { jobFinished } from '../emits/job-finished.ts'
import { jobProgressed } from '../emits/job-progressed.ts'
import { speechRequested } from '../emits/speech-requested.ts'
import { hasEnded, isShown, type Job, stageOf } from './job.ts'

/** What others must be told of the job as it stands; telling it twice changes nothing. */
export function meaning(job: Job): Fact[] {
  if (!isShown(job)) return []
  if (hasEnded(job)) return [jobFinished(job)]
  const isAsked = job.queue === 'road' && job.begun < job.attempt
  const request = stageOf(job) === 'chat' ? chatRequested : speechRequested
  return [...(isAsked ? [request(job)] : []), jobProgressed(job)]
}
