import { conflict, notFound } from '@utter/http/problem'
import { failpoint } from '@utter/runtime/failpoint'
import type { LifecycleDeps } from '../../deps.ts'
import { endOutcomeOf } from '../../domain/job/end-outcome.ts'
import { cancellableBelow, hasEnded, isShown, type Job, type ShownJob } from '../../domain/job/job.ts'
import { countEnd } from '../../metrics.ts'
import { failure } from '../../store/step-updates.ts'
import { ownFaultOf } from './own-fault.ts'
import { settle } from './settle.ts'

/** More than the changes that a job has before speech starts. */
const maxTries = 10

/** recipe 7: cancelling is failing with code `cancelled`, possible until speech has started, and free, but for too many that were heard while their reply was written. */
export async function cancel(deps: LifecycleDeps, userId: string, jobId: string): Promise<ShownJob> {
  const { jobs, clock, relay } = deps
  let job: Job | null = null
  for (let attempt = 0; !job && attempt < maxTries; attempt++) {
    const before = await jobs.read(userId, jobId)
    if (!before || !isShown(before)) throw notFound('Job not found', 'job_not_found')
    if (hasEnded(before) || before.rank >= cancellableBelow) break
    const now = clock.now()
    const { ownFault, owed } = await ownFaultOf(deps, before, 'cancelled')
    // Guarded by the version that was read: after a step in between the percent would fall.
    job = await jobs.update(
      {
        _id: jobId,
        userId,
        version: before.version,
        status: { $in: ['pending', 'processing'] },
        rank: { $lt: cancellableBelow },
      },
      {
        $set: {
          ...failure('cancelled', 'Cancelled', now),
          'call.owed': owed,
          ...(ownFault && { ownFault }),
          unpublishedSince: now,
          updatedAt: now,
        },
        $inc: { version: 1 },
        $push: {
          timeline: { at: now, step: 'failed', status: 'failed', progress: before.progress, note: 'Cancelled' },
        },
        $unset: { postponed: 1, dueAt: 1 },
      },
    )
  }
  if (!job || !isShown(job)) throw conflict('too_late', 'Too late to cancel')
  countEnd(endOutcomeOf(job))
  failpoint('cancelled')
  await settle(deps, job)
  relay.soon(job)
  return job
}
