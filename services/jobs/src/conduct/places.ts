import { failpoint } from '@utter/runtime/failpoint'
import type { ConductDeps } from '../deps.ts'
import { bucketOf } from '../domain/allowance.ts'
import { hasEnded, type Job } from '../domain/job.ts'
import { fastLanePlaces, onTheRoad } from '../domain/road.ts'

// Places on the road: an end gives one back, which gives it to the next, which may have ended meanwhile. One circle, one file.

/**
 * recipe.md 4 for a job that may be gone: gives back its place and its call. A job that has not ended keeps both.
 * @param known the period that a job which is gone was taken in
 */
export async function release(deps: ConductDeps, userId: string, jobId: string, known?: Date): Promise<void> {
  const { jobs, allowances, clock } = deps
  const job = await jobs.read(userId, jobId)
  if (job) {
    if (hasEnded(job)) await settle(deps, job)
    return
  }
  const period = known ?? (await memberPeriod(deps, userId, jobId))
  for (const list of ['places', 'open'] as const) {
    if (period && (await allowances.leave(userId, list, { id: jobId, period }, 1, {}, clock.now()))) break
  }
  await dispatch(deps, userId)
}

/**
 * recipe.md 4 for a job that has ended: gives back its place, and its call if none is owed. Guarded by the job's id among the
 * places, so however often it is done it counts once.
 */
export async function settle(deps: ConductDeps, job: Job): Promise<void> {
  const { jobs, allowances, settled, clock, log } = deps
  const { _id: jobId, userId } = job
  const now = clock.now()
  const period = job.call?.period ?? (await memberPeriod(deps, userId, jobId))
  const back = job.call?.owed ? 0 : 1
  const left = period && (await allowances.leave(userId, 'places', { id: jobId, period }, back, countOf(job, now), now))
  failpoint('place-left')
  const neverHadAPlace = job.attempt === 0
  // A crash before it is written lets a sweep come by once more, and find nothing to do.
  if (left) settled.add(job)
  else if (neverHadAPlace && job.call && !job.call.owed) await allowances.askRecount(userId, now)
  const isFirst = left ? true : (await jobs.settled([job])) === 1 && neverHadAPlace
  if (isFirst) {
    if (!left) await allowances.count(userId, countOf(job, now), now)
    const ms = (job.completedAt ?? now).getTime() - job.createdAt.getTime()
    log.info({ jobId, userId, status: job.status, ...(job.code && { code: job.code }), ms }, 'a job has ended')
  }
  failpoint('settled')
  // Who has begun to wait by then has set it, and whoever comes later sees the free place.
  if (!left || left.backlog) await dispatch(deps, userId)
}

async function memberPeriod({ allowances }: ConductDeps, userId: string, jobId: string): Promise<Date | undefined> {
  const allowance = await allowances.read(userId)
  return [...(allowance?.places ?? []), ...(allowance?.open ?? [])].find(({ id }) => id === jobId)?.period
}

/** The account's totals grow by this job. */
function countOf(job: Job, now: Date): Record<string, number> {
  const field = job.status === 'completed' ? 'completed' : 'failed'
  return { [`totals.${field}`]: 1, [`recent.b${bucketOf(job.completedAt ?? now)}.${field}`]: 1 }
}

const mostTurns = 20

/** recipe.md 5: while a place is free and a job waits, the oldest single job, then the oldest of a batch, gets it. */
export async function dispatch(deps: ConductDeps, userId: string): Promise<void> {
  const { jobs, allowances, clock } = deps
  for (let turn = 0; turn < mostTurns; turn++) {
    const allowance = await allowances.read(userId)
    if (!allowance || allowance.places.length >= allowance.limit) return
    // Without backlog nobody waits: whoever waits was taken with it, and it falls only when none is left.
    if (!allowance.backlog) return
    // After the allowance, or a job that came in between would be overlooked when the backlog is declared over.
    const first = await jobs.firstWaiting(
      userId,
      allowance.places.map(({ id }) => id),
    )
    const now = clock.now()
    if (!first?.call) {
      if (await allowances.backlogOver(userId, allowance.rev, now)) return
      if (allowance.open.length > 0) return
      continue
    }
    const placed = await allowances.place(userId, allowance.rev, { id: first._id, period: first.call.period }, now)
    failpoint('placed')
    if (placed) await toTheRoad(deps, userId, first._id, allowance.places.length)
  }
}

/** recipe.md 5.5: the job that has been given a place starts its way, or gives the place back if it ended meanwhile. */
export async function toTheRoad(deps: ConductDeps, userId: string, jobId: string, index: number): Promise<void> {
  const { jobs, clock, relay } = deps
  const now = clock.now()
  const job = await jobs.update(
    { _id: jobId, userId, queue: 'waiting', status: 'pending' },
    {
      $set: { ...onTheRoad(now, index < fastLanePlaces ? 'fast' : 'bulk'), unsaid: now, updatedAt: now },
      $inc: { version: 1 },
      $push: { timeline: { at: now, step: 'placed', status: 'pending', progress: 0 } },
    },
  )
  if (job) return relay.soon(job)
  const present = await jobs.read(userId, jobId)
  if (present && hasEnded(present)) await settle(deps, present)
}
