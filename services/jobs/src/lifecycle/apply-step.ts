import { ackAfter, type PendingAck } from '@utter/messaging/handler'
import { failpoint } from '@utter/runtime/failpoint'
import type { LifecycleDeps } from '../deps.ts'
import { endOutcomeOf } from '../domain/job/end-outcome.ts'
import { hasEnded, type Job } from '../domain/job/job.ts'
import { countEnd } from '../metrics.ts'
import { eventsFor } from '../publishes/events-for.ts'
import type { Step } from '../store/step-updates.ts'
import { settle } from './end/settle.ts'
import { learnFrom } from './learn-from.ts'

/** A step, or how it follows from the job, which is then read first. */
type StepOrRule = Step | ((job: Job) => Step | Promise<Step>)

/**
 * recipe 6: one guarded update; then the job is settled if it has ended, and the events of its state are published, whether
 * the update matched or not: a message that is consumed again after a crash completes what was left undone. The message is
 * acked after that.
 */
export async function applyStep(
  deps: LifecycleDeps,
  userId: string,
  jobId: string,
  step: StepOrRule,
): Promise<PendingAck | undefined> {
  const changed = await change(deps, userId, jobId, step)
  const job = changed ?? (await deps.jobs.read(userId, jobId))
  // Deleted, or never accepted.
  if (!job) {
    deps.log.debug({ jobId }, 'a step of a job that is gone')
    return
  }
  failpoint('step-applied')
  if (changed) learnFrom(changed, deps)
  if (changed && hasEnded(changed)) countEnd(endOutcomeOf(changed))
  const publish = () => deps.publish(eventsFor(job))
  // The next step needs the update, not the publication, so publishing may finish after the handler returns.
  if (!hasEnded(job)) return ackAfter(publish())
  // A failed job's call is refunded before the event: its consumer may use the call at once.
  if (job.status === 'failed') await settle(deps, job).then(publish)
  else await Promise.all([settle(deps, job), publish()])
}

/** @returns the job after the update; null when its guard did not match, or the job is gone */
async function change({ jobs }: LifecycleDeps, userId: string, jobId: string, step: StepOrRule): Promise<Job | null> {
  if (typeof step !== 'function') return jobs.update({ ...step.guard, _id: jobId, userId }, step.update)
  const job = await jobs.read(userId, jobId)
  if (!job) return null
  const { guard, update } = await step(job)
  return jobs.update({ ...guard, _id: jobId, userId }, update)
}
