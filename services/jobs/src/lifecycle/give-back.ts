import type { LifecycleDeps } from '../deps.ts'
import { type Allowance, mostReturned } from '../domain/allowance.ts'
import type { JobState } from '../domain/job.ts'
import type { Counts } from '../store/allowances.ts'

const mostTries = 5

/**
 * recipe.md 4 for a job that ended without ever having been on the road: its call comes back by one update, whichever list it
 * stands in. `returned` names it until it is known to be settled, so however often this is done it counts once.
 * @returns `later` when it did not come to that: the job keeps its mark, and a sweep comes by
 */
export async function giveBack(deps: LifecycleDeps, job: JobState, count: Counts): Promise<'now' | 'before' | 'later'> {
  const { jobs, allowances, clock } = deps
  const { _id: id, userId, call } = job
  if (!call) return 'before'
  for (let attempt = 0; attempt < mostTries; attempt++) {
    const allowance = await allowances.read(userId)
    if (!allowance || allowance.returned?.includes(id)) return 'before'
    // After the allowance: whoever has settled it since then is still in `returned`, or has counted `returnedRev`.
    const [present] = await jobs.states(userId, [id])
    if (!present?.settle) return 'before'
    if ((allowance.returned?.length ?? 0) >= mostReturned) await clearReturned(deps, allowance)
    else if (await allowances.giveBack(allowance, { id, period: call.period }, call.owed ? 0 : 1, count, clock.now()))
      return 'now'
  }
  return 'later'
}

/** Takes those out of `returned` that nobody will give back again. */
export async function clearReturned({ jobs, allowances }: LifecycleDeps, allowance: Allowance): Promise<void> {
  const { _id: userId, returned = [] } = allowance
  if (returned.length === 0) return
  const unsettled = new Set((await jobs.states(userId, returned)).filter(({ settle }) => settle).map(({ _id }) => _id))
  const settled = returned.filter((id) => !unsettled.has(id))
  if (settled.length > 0) await allowances.clearReturned(allowance, settled)
}
