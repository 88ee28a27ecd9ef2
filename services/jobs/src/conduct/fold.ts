import { failpoint } from '@utter/runtime/failpoint'
import type { ConductDeps } from '../deps.ts'
import { hasEnded, type Job } from '../domain/job.ts'
import { meaning } from '../domain/meaning.ts'
import type { Step } from '../domain/steps.ts'
import { release } from './places.ts'

/**
 * recipe.md 6: one guarded update, then what the job means now is settled and said, whether the step moved it or not; so a
 * message that comes again after a crash makes up for what was left undone. Only then does its offset count as finished.
 */
export async function fold(
  deps: ConductDeps,
  userId: string,
  jobId: string,
  stepOf: (job: Job) => Step,
): Promise<void> {
  const before = await deps.jobs.read(userId, jobId)
  // Deleted, or never accepted: a step that nobody waits for.
  if (!before) return deps.log.debug({ jobId }, 'a step of a job that is gone')
  const { guard, update } = stepOf(before)
  const job =
    (await deps.jobs.update({ ...guard, _id: jobId, userId }, update)) ?? (await deps.jobs.read(userId, jobId))
  if (!job) return
  failpoint('folded')
  if (job.begun > before.begun && job.lane === 'fast') sawWait(deps, before)
  if (hasEnded(job)) await release(deps, userId, jobId)
  await deps.say(meaning(job))
}

/** A worker has begun what the job's last change asked for. */
function sawWait({ roadWait, clock }: ConductDeps, { timeline }: Job): void {
  const asked = timeline.at(-1)
  const now = clock.now()
  if (asked) roadWait.began(now.getTime() - asked.at.getTime(), now)
}
