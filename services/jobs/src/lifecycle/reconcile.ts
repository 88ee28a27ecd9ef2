import type { LifecycleDeps } from '../deps.ts'
import type { Allowance } from '../domain/allowance.ts'
import { hasEnded, type JobState } from '../domain/job.ts'
import { accept } from './accept.ts'
import { clearReturned } from './give-back.ts'
import { dispatch, release, settle, toTheRoad } from './places.ts'

/** recipe.md 10: brings every member of an account's lists to where it belongs; what a dead process left is finished here. */
export async function reconcile(deps: LifecycleDeps, userId: string): Promise<void> {
  const allowance = await deps.allowances.read(userId)
  if (allowance) await reconcileAs(deps, allowance)
}

/** @param allowance as it was read a moment ago */
export async function reconcileAs(deps: LifecycleDeps, allowance: Allowance): Promise<void> {
  const { allowances } = deps
  const { _id: userId, rev, places, open, returned = [], limit, backlog } = allowance
  const states = await statesOf(deps, allowance)
  let isSound = open.length === 0 && returned.length === 0 && !(backlog && places.length < limit)
  for (const [index, { id, period }] of places.entries()) {
    const job = states.get(id)
    if (job && isSeenTo(job)) continue
    isSound = false
    if (!job) await release(deps, userId, id, period)
    else if (job.status === 'admitting') await accept(deps, job, period, 'places', index)
    else if (job.queue === 'waiting') await toTheRoad(deps, userId, id, index)
    else {
      await settle(deps, job)
      // Without a mark nobody else sees to it.
      if (!job.settle) await allowances.leave(userId, { id, period }, 0, {})
    }
  }
  for (const { id, period } of open) {
    const job = states.get(id)
    if (!job) await release(deps, userId, id, period)
    else if (job.status === 'admitting') await accept(deps, job, period, 'open', 0)
    else {
      if (hasEnded(job) && !job.settle) await settle(deps, job)
      await allowances.pullOpen(userId, id)
    }
  }
  await clearReturned(deps, allowance)
  if (isSound) await allowances.looked(userId, rev)
  else await dispatch(deps, userId)
}

/** On the road `dueAt` finds it, ended its mark does: nothing can be left behind of it that only a look would find. */
const isSeenTo = (job: JobState) => job.queue === 'road' || (hasEnded(job) && job.settle === true)

async function statesOf({ jobs }: LifecycleDeps, { _id, places, open }: Allowance): Promise<Map<string, JobState>> {
  const ids = [...places, ...open].map(({ id }) => id)
  return new Map((ids.length > 0 ? await jobs.states(_id, ids) : []).map((job) => [job._id, job]))
}
