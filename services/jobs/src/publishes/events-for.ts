import { type OutgoingEvent, tracePlaceOf } from '@utter/messaging/outgoing-event'
import { hasEnded, isShown, type Job, stageOf } from '../domain/job/job.ts'
import { chatRequested } from './chat-requested.ts'
import { jobCancelled } from './job-cancelled.ts'
import { jobFinished } from './job-finished.ts'
import { jobProgressed } from './job-progressed.ts'
import { speechRequested } from './speech-requested.ts'
import { stepFailed } from './step-failed.ts'

/** The events of the job's present state, in the trace of its submission whoever publishes them; publishing them twice changes nothing. */
export const eventsFor = (job: Job): OutgoingEvent[] =>
  ofState(job).map((event) => ({ ...event, ...tracePlaceOf(job) }))

function ofState(job: Job): OutgoingEvent[] {
  if (!isShown(job)) return []
  if (hasEnded(job)) return [jobFinished(job), ...(job.code === 'cancelled' ? [jobCancelled(job)] : [])]
  const isAsked = job.queue === 'active' && job.startedAttempt < job.attempt
  const chat = job.unknownVoice ? stepFailed : chatRequested
  const request = stageOf(job) === 'chat' ? chat : speechRequested
  return [...(isAsked ? [request(job)] : []), jobProgressed(job)]
}
