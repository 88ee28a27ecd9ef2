import type { LifecycleDeps } from '../deps.ts'
import { maxStarts, notStartedMs } from '../domain/deadlines.ts'
import { hasEnded, type Job, type JobState } from '../domain/job.ts'
import { failure } from '../store/steps.ts'
import { settle } from './settle.ts'

/** recipe.md 8: an overdue step is requested again; started three times, or a day old, the job has timed out. */
export async function handleOverdue(deps: LifecycleDeps, seen: JobState): Promise<void> {
  const { jobs, clock, relay } = deps
  const now = clock.now()
  const isStarted = seen.startedAttempt >= seen.attempt
  const isOver = (seen.giveUpAt && seen.giveUpAt <= now) || (!seen.postponed && isStarted && seen.starts >= maxStarts)
  const dueAt = new Date(now.getTime() + notStartedMs)
  const change: Partial<Job> = isOver
    ? failure('timed_out', 'Timed out', now)
    : seen.postponed
      ? { attempt: seen.attempt + 1, dueAt }
      : isStarted
        ? { attempt: seen.attempt + 1, starts: seen.starts + 1, dueAt }
        : { dueAt }
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
  if (hasEnded(job)) await settle(deps, job)
  relay.soon(job)
}
