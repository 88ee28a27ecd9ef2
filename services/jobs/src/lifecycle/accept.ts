import { failpoint } from '@utter/runtime/failpoint'
import type { LifecycleDeps } from '../deps.ts'
import { activeFields, maxFastLane } from '../domain/active-fields.ts'
import type { Member } from '../domain/allowance.ts'
import { isShown, type Job, type JobState } from '../domain/job.ts'
import { dispatch, release } from './settle.ts'

/** recipe.md 3: the job whose call was taken becomes `pending`. @returns the job, or null when it is gone */
export async function accept(
  deps: LifecycleDeps,
  submitting: JobState,
  member: Member,
  where: 'active' | 'reserved',
  index: number,
): Promise<Job | null> {
  const { jobs, allowances, clock } = deps
  const { _id, userId } = submitting
  const { period, month } = member
  const now = clock.now()
  const accepted = await jobs.update(
    { _id, userId, status: 'submitting' },
    {
      $set: {
        status: 'pending',
        call: { period, ...(month && { month }), owed: true },
        version: 1,
        unpublishedSince: now,
        updatedAt: now,
        ...(where === 'active' ? activeFields(now, index < maxFastLane ? 'fast' : 'bulk') : { queue: 'waiting' }),
      },
      $push: { timeline: { at: now, step: 'submitted', status: 'pending', progress: submitting.progress } },
    },
  )
  failpoint('accepted')
  const job = accepted ?? (await jobs.read(userId, _id))
  if (!job) {
    await release(deps, userId, member)
    return null
  }
  if (accepted) deps.relay.soon(accepted)
  if (where === 'reserved') {
    await allowances.pullReserved(userId, _id)
    await dispatch(deps, userId)
    return (await jobs.read(userId, _id)) ?? job
  }
  return isShown(job) ? job : null
}
