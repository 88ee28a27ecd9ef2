import { failpoint } from '@utter/runtime/failpoint'
import type { LifecycleDeps } from '../deps.ts'
import { isShown, type Job, type JobState } from '../domain/job.ts'
import { fastLanePlaces, onTheRoad } from '../domain/road.ts'
import { dispatch, release } from './places.ts'

/** recipe.md 3: the job whose call was taken becomes `pending`. @returns the job, or null when it is gone */
export async function accept(
  deps: LifecycleDeps,
  admitting: JobState,
  period: Date,
  where: 'places' | 'open',
  index: number,
): Promise<Job | null> {
  const { jobs, allowances, clock } = deps
  const { _id, userId } = admitting
  const now = clock.now()
  const accepted = await jobs.update(
    { _id, userId, status: 'admitting' },
    {
      $set: {
        status: 'pending',
        call: { period, owed: true },
        version: 1,
        unpublishedSince: now,
        updatedAt: now,
        ...(where === 'places' ? onTheRoad(now, index < fastLanePlaces ? 'fast' : 'bulk') : { queue: 'waiting' }),
      },
      $push: { timeline: { at: now, step: 'submitted', status: 'pending', progress: admitting.progress } },
    },
  )
  failpoint('accepted')
  const job = accepted ?? (await jobs.read(userId, _id))
  if (!job) {
    await release(deps, userId, _id, period)
    return null
  }
  if (accepted) deps.relay.soon(accepted)
  if (where === 'open') {
    await allowances.pullOpen(userId, _id)
    await dispatch(deps, userId)
    return (await jobs.read(userId, _id)) ?? job
  }
  return isShown(job) ? job : null
}
