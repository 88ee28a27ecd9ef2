import type { LifecycleDeps } from '../../deps.ts'
import { maxStarts, notStartedMs } from '../../domain/job/deadlines.ts'
import { endOutcomeOf } from '../../domain/job/end-outcome.ts'
import { hasEnded, type Job, type JobState } from '../../domain/job/job.ts'
import { countEnd } from '../../metrics.ts'
import { failure } from '../../store/step-updates.ts'
import { settle } from '../end/settle.ts'

/** recipe 8: an overdue step is requested again; started three times, or a day old, the job has timed out. */
export async function handleOverdue(deps: LifecycleDeps, seen: JobState): Promise<void> {
  const { jobs, clock, relay } = deps
  const now = clock.now()
  const isOver = hasTimedOut(seen, now)
  const change = isOver ? failure('timed_out', 'Timed out', now) : nextRequest(seen, now)
  const status = isOver ? 'failed' : seen.status === 'pending' ? 'pending' : 'processing'
  const job = await jobs.update(
    {
      _id: seen._id,
      userId: seen.userId,
      queue: 'active',
      version: seen.version,
      attempt: seen.attempt,
      ...(seen.dueAt && { dueAt: seen.dueAt }),
    },
    {
      $set: { ...change, unpublishedSince: now, updatedAt: now },
      $inc: { version: 1 },
      $push: {
        timeline: {
          at: now,
          step: isOver ? 'failed' : 'sent-again',
          status,
          progress: seen.progress,
          ...(isOver && { note: 'Timed out' }),
        },
      },
      $unset: { postponed: 1, ...(isOver && { dueAt: 1 }) },
    },
  )
  if (!job) return
  if (hasEnded(job)) {
    countEnd(endOutcomeOf(job))
    await settle(deps, job)
  }
  relay.soon(job)
}

/** Started, by a worker that has reported no end since. */
const isStarted = ({ startedAttempt, attempt }: JobState): boolean => startedAttempt >= attempt

function hasTimedOut(job: JobState, now: Date): boolean {
  if (job.giveUpAt && job.giveUpAt <= now) return true
  return !job.postponed && isStarted(job) && job.starts >= maxStarts
}

/** A request that no worker has started is sent again as it is; after a postponement or a start a new attempt begins. */
function nextRequest(job: JobState, now: Date): Partial<Job> {
  const dueAt = new Date(now.getTime() + notStartedMs)
  if (job.postponed) return { attempt: job.attempt + 1, dueAt }
  if (isStarted(job)) return { attempt: job.attempt + 1, starts: job.starts + 1, dueAt }
  return { dueAt }
}
