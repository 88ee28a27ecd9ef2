import { failpoint } from '@utter/runtime/failpoint'
import pLimit from 'p-limit'
import type { LifecycleDeps } from '../deps.ts'
import { bucketOf, type Member } from '../domain/allowance.ts'
import { hasEnded, type JobState } from '../domain/job.ts'
import { fastLanePlaces, onTheRoad } from '../domain/road.ts'
import type { Counts } from '../store/allowances.ts'
import { giveBack } from './give-back.ts'

// Places on the road: an end gives one back, which gives it to the next, which may have ended meanwhile. One circle, one file.

/**
 * recipe.md 4 for a job that may be gone: gives back its place and its call. A job that has not ended keeps both.
 * @param known the period that a job which is gone was taken in
 */
export async function release(deps: LifecycleDeps, userId: string, jobId: string, known?: Date): Promise<void> {
  const { jobs, allowances, clock } = deps
  const job = await jobs.read(userId, jobId)
  if (job) {
    if (hasEnded(job)) await settle(deps, job)
    return
  }
  const period = known ?? (await memberPeriod(deps, userId, jobId))
  if (period) await allowances.forget(userId, { id: jobId, period }, clock.now())
  await dispatch(deps, userId)
}

/**
 * recipe.md 4 for a job that has ended: its place goes to the next, its call comes back if none is owed. Its mark goes last, a
 * moment later and together with others: as long as it stands, a sweep does all of this again.
 */
export async function settle(deps: LifecycleDeps, job: JobState): Promise<void> {
  if (await leavePlace(deps, job)) deps.settled.add(job)
  failpoint('settled')
}

/** All of a settlement but the mark. @returns false when it is left to a later sweep */
export async function leavePlace(deps: LifecycleDeps, job: JobState): Promise<boolean> {
  const { allowances, clock, log } = deps
  const { _id: jobId, userId, call } = job
  if (!call) return true
  const count = countOf(job, clock.now())
  const wasPlaced = job.attempt > 0
  const left = wasPlaced
    ? await allowances.leave(userId, { id: jobId, period: call.period }, call.owed ? 0 : 1, count)
    : null
  const given = wasPlaced ? undefined : await giveBack(deps, job, count)
  failpoint('place-left')
  if (given === 'later') return false
  if (left || given === 'now') {
    const ms = (job.completedAt ?? clock.now()).getTime() - job.createdAt.getTime()
    log.info({ jobId, userId, status: job.status, ...(job.code && { code: job.code }), ms }, 'a job has ended')
  }
  // Who has begun to wait by then has set it, and whoever comes later sees the free place.
  if (!left || left.backlog) await dispatch(deps, userId)
  return true
}

async function memberPeriod({ allowances }: LifecycleDeps, userId: string, jobId: string): Promise<Date | undefined> {
  const allowance = await allowances.read(userId)
  return [...(allowance?.places ?? []), ...(allowance?.open ?? [])].find(({ id }) => id === jobId)?.period
}

/** The account's totals grow by this job. */
function countOf(job: JobState, now: Date): Counts {
  const field = job.status === 'completed' ? 'completed' : 'failed'
  return { [`totals.${field}`]: 1, [`recent.b${bucketOf(job.completedAt ?? now)}.${field}`]: 1 }
}

const mostTurns = 20
/** A greater plan may free hundreds of places at once. */
const placedAtOnce = 8

/** recipe.md 5: while places are free and jobs wait, the oldest single jobs, then the oldest of a batch, get them. */
export async function dispatch(deps: LifecycleDeps, userId: string): Promise<void> {
  const { jobs, allowances, clock } = deps
  for (let turn = 0; turn < mostTurns; turn++) {
    const allowance = await allowances.read(userId)
    if (!allowance) return
    const free = allowance.limit - allowance.places.length
    // Without backlog nobody waits: whoever waits was taken with it, and it falls only when none is left.
    if (free <= 0 || !allowance.backlog) return
    // After the allowance, or a job that came in between would be overlooked when the backlog is declared over.
    const waiting = await jobs.firstWaiting(
      userId,
      allowance.places.map(({ id }) => id),
      free,
    )
    const members = waiting.flatMap(({ _id, call }): Member[] => (call ? [{ id: _id, period: call.period }] : []))
    if (members.length === 0) {
      if (await allowances.backlogOver(userId, allowance.rev)) return
      if (allowance.open.length > 0) return
      continue
    }
    const places = await allowances.place(allowance, members, clock.now())
    failpoint('placed')
    const indexOf = (jobId: string) => places?.findIndex(({ id }) => id === jobId) ?? 0
    // A limit of its own each time: what ended meanwhile dispatches again in here.
    if (places) await pLimit(placedAtOnce).map(members, ({ id }) => toTheRoad(deps, userId, id, indexOf(id)))
  }
  // An account as busy as that has others who dispatch; should all of them have come to here, a look does.
  await allowances.askLook(userId, clock.now())
}

/** recipe.md 5.5: the job that has been given a place starts its way, or gives the place back if it ended meanwhile. */
export async function toTheRoad(deps: LifecycleDeps, userId: string, jobId: string, index: number): Promise<void> {
  const { jobs, clock, relay } = deps
  const now = clock.now()
  const job = await jobs.update(
    { _id: jobId, userId, queue: 'waiting', status: 'pending' },
    {
      $set: { ...onTheRoad(now, index < fastLanePlaces ? 'fast' : 'bulk'), unpublishedSince: now, updatedAt: now },
      $inc: { version: 1 },
      $push: { timeline: { at: now, step: 'placed', status: 'pending', progress: 0 } },
    },
  )
  if (job) return relay.soon(job)
  const present = await jobs.read(userId, jobId)
  if (present && hasEnded(present)) await settle(deps, present)
}
