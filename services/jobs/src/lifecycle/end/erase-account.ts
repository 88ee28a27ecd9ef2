import { failpoint } from '@utter/runtime/failpoint'
import { TransientError } from '@utter/runtime/is-transient'
import type { LifecycleDeps } from '../../deps.ts'
import { hasEnded, type Job } from '../../domain/job/job.ts'
import { eventsFor } from '../../publishes/events-for.ts'
import { failure } from '../../store/step-updates.ts'
import { mayBeUnpublished } from './delete-job.ts'

const batch = 100

export type EraseDeps = Pick<
  LifecycleDeps,
  'jobs' | 'allowances' | 'usage' | 'pronunciations' | 'works' | 'chapters' | 'publish' | 'clock'
>

/**
 * recipe 13: removes everything that jobs has of an account but the figures of its calls, for a month. Owed calls are published before, since billing keeps
 * its rows.
 */
export async function eraseAccount(deps: EraseDeps, userId: string): Promise<void> {
  const { jobs, allowances, usage, pronunciations, works, chapters, clock } = deps
  // First, so that no sweep counts the calls of jobs that go.
  await allowances.bury(userId, clock.now())
  // Before the jobs, which they would submit again.
  await works.removeOf(userId)
  await chapters.removeOf(userId)
  for (;;) {
    const found = await jobs.firstOf(userId, batch)
    if (found.length === 0) break
    const removed = await eraseJobs(deps, found)
    // Each of them changed meanwhile: the message is handled again.
    if (removed === 0) throw new TransientError('the jobs of a deleted account go on changing')
  }
  await usage.removeOf(userId)
  await pronunciations.removeOf(userId)
}

/** @returns how many are gone */
async function eraseJobs({ jobs, publish, clock }: EraseDeps, found: Job[]): Promise<number> {
  const submitting = found.filter(({ status }) => status === 'submitting')
  for (const { userId, _id } of submitting) await jobs.removeSubmitting(userId, [_id])
  const now = clock.now()
  const ended: Job[] = []
  for (const job of found) {
    if (hasEnded(job) || job.status === 'deleted') ended.push(job)
    else if (job.status !== 'submitting') ended.push(...((await end(jobs, job, now)) ?? []))
  }
  await publish(ended.filter((job) => mayBeUnpublished(job, now)).flatMap(eventsFor))
  failpoint('ends-published')
  return submitting.length + (await jobs.removeEnded(ended))
}

/** @returns the job as it has ended; null when it changed meanwhile */
async function end(jobs: LifecycleDeps['jobs'], job: Job, now: Date): Promise<[Job] | null> {
  const { _id, userId, version, progress } = job
  const note = 'The account was deleted'
  const ended = await jobs.update(
    { _id, userId, version, status: { $in: ['pending', 'processing'] } },
    {
      $set: { ...failure('account_deleted', note, now), unpublishedSince: now, updatedAt: now },
      $inc: { version: 1 },
      $push: { timeline: { at: now, step: 'failed', status: 'failed', progress, note } },
      $unset: { postponed: 1, dueAt: 1 },
    },
  )
  return ended && [ended]
}
