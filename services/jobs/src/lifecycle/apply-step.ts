import { ackAfter, type PendingAck } from '@utter/messaging/handler'
import { failpoint } from '@utter/runtime/failpoint'
import type { LifecycleDeps } from '../deps.ts'
import { hasEnded, type Job } from '../domain/job.ts'
import { eventsFor } from '../publishes/events-for.ts'
import type { Step } from '../store/steps.ts'
import { settle } from './places.ts'

/**
 * recipe.md 6: one guarded update, then what the job means now is settled and said, whether the step moved it or not; so a
 * message that comes again after a crash makes up for what was left undone. Only then does its offset count as finished.
 * @param step what it changes; a function where that hangs on the job, which is then read first
 */
export async function applyStep(
  deps: LifecycleDeps,
  userId: string,
  jobId: string,
  step: Step | ((job: Job) => Step | Promise<Step>),
): Promise<PendingAck | undefined> {
  const { jobs, log } = deps
  const before = typeof step === 'function' ? await jobs.read(userId, jobId) : undefined
  const change = typeof step === 'function' ? before && (await step(before)) : step
  const moved = change && (await jobs.update({ ...change.guard, _id: jobId, userId }, change.update))
  const job = moved ?? (await jobs.read(userId, jobId))
  // Deleted, or never accepted: a step that nobody waits for.
  if (!job) {
    log.debug({ jobId }, 'a step of a job that is gone')
    return
  }
  failpoint('folded')
  if (moved) sawWait(deps, moved)
  const publish = () => deps.publish(eventsFor(job))
  // The job's next step finds this one done; that it is told is for later only.
  if (!hasEnded(job)) return ackAfter(publish())
  // Of a job that failed the call comes back first: who hears of it may use it at once.
  if (job.status === 'failed') await settle(deps, job).then(publish)
  else await Promise.all([settle(deps, job), publish()])
}

/** A worker has begun what the change before asked for. */
function sawWait({ pickupDelay, clock }: LifecycleDeps, { lane, timeline }: Job): void {
  const [asked, begun] = timeline.slice(-2)
  if (lane !== 'fast' || !asked || !begun?.step.endsWith('-started')) return
  pickupDelay.began(begun.at.getTime() - asked.at.getTime(), clock.now())
}
