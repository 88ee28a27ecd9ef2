import type { ConductDeps } from '../deps.ts'
import { hasEnded } from '../domain/job.ts'
import { fastLanePlaces, onTheRoad } from '../domain/road.ts'
import { release } from './release.ts'

const mostTurns = 20

/** Recipe 5: while a place is free and a job waits, the oldest single job, then the oldest of a batch, gets it. */
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
    if (placed) await toTheRoad(deps, userId, first._id, allowance.places.length)
  }
}

/** Recipe 5.5: the job that has been given a place starts its way, or gives the place back if it ended meanwhile. */
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
  if (present && hasEnded(present)) await release(deps, userId, jobId)
}
