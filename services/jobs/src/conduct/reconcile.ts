import type { ConductDeps } from '../deps.ts'
import { hasEnded } from '../domain/job.ts'
import { accept } from './accept.ts'
import { dispatch, release, settle, toTheRoad } from './places.ts'

const lookAgainMs = 10_000

/** recipe.md 10: brings every member of an account's lists to where it belongs; what a dead process left is finished here. */
export async function reconcile(deps: ConductDeps, userId: string): Promise<void> {
  const { jobs, allowances, clock } = deps
  const before = await allowances.read(userId)
  if (!before) return
  const members = [
    ...before.places.map((member, index) => ({ ...member, list: 'places' as const, index })),
    ...before.open.map((member) => ({ ...member, list: 'open' as const, index: 0 })),
  ]
  for (const { id, period, list, index } of members) {
    const job = await jobs.read(userId, id)
    if (!job) await release(deps, userId, id, period)
    else if (job.status === 'admitting') await accept(deps, job, period, list, index)
    else if (list === 'places' && job.queue === 'waiting') await toTheRoad(deps, userId, id, index)
    else if (hasEnded(job)) await settle(deps, job)
    if (job && job.status !== 'admitting' && list === 'open') await allowances.pullOpen(userId, id, clock.now())
  }
  await dispatch(deps, userId)
  const after = await allowances.read(userId)
  if (!after || after.rev !== before.rev) return
  const isAtRest = after.places.length === 0 && after.open.length === 0 && !after.backlog
  await allowances.looked(userId, before.rev, isAtRest ? undefined : new Date(clock.now().getTime() + lookAgainMs))
}
