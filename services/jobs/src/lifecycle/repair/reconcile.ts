import type { LifecycleDeps } from '../../deps.ts'
import type { Allowance } from '../../domain/allowance/allowance.ts'
import { hasEnded, type JobState } from '../../domain/job/job.ts'
import { clearRefunded } from '../end/refund.ts'
import { activate, dispatch, release, settle } from '../end/settle.ts'
import { accept } from '../submit/accept.ts'

/** recipe 10: completes for every member of an account's lists what a dead process left undone. */
export async function reconcile(deps: LifecycleDeps, userId: string): Promise<void> {
  const allowance = await deps.allowances.read(userId)
  if (allowance) await reconcileAs(deps, allowance)
}

/** @param allowance as read a moment ago */
export async function reconcileAs(deps: LifecycleDeps, allowance: Allowance): Promise<void> {
  const { allowances } = deps
  const { _id: userId, rev, active, reserved, refunded = [], concurrency, backlog } = allowance
  const states = await statesOf(deps, allowance)
  let isComplete = reserved.length === 0 && refunded.length === 0 && !(backlog && active.length < concurrency)
  for (const [index, member] of active.entries()) {
    const { id } = member
    const job = states.get(id)
    if (job && isFoundBySweep(job)) continue
    isComplete = false
    if (!job) await release(deps, userId, member)
    else if (job.status === 'submitting') await accept(deps, job, member, 'active', index)
    else if (job.queue === 'waiting') await activate(deps, job, index)
    else {
      await settle(deps, job)
      // Without `unsettled` no sweep finds it.
      if (!job.unsettled) await allowances.remove(userId, member, { refund: 0 }, deps.clock.now())
    }
  }
  for (const member of reserved) {
    const { id } = member
    const job = states.get(id)
    if (!job) await release(deps, userId, member)
    else if (job.status === 'submitting') await accept(deps, job, member, 'reserved', 0)
    else {
      if (hasEnded(job) && !job.unsettled) await settle(deps, job)
      await allowances.pullReserved(userId, [id])
    }
  }
  await clearRefunded(deps, allowance)
  if (isComplete) await allowances.reconciled(userId, rev)
  else await dispatch(deps, userId)
}

/** Found by another sweep: by `dueAt` while active, by `unsettled` once ended. */
const isFoundBySweep = (job: JobState) => job.queue === 'active' || (hasEnded(job) && job.unsettled === true)

async function statesOf({ jobs }: LifecycleDeps, { _id, active, reserved }: Allowance): Promise<Map<string, JobState>> {
  const ids = [...active, ...reserved].map(({ id }) => id)
  return new Map((ids.length > 0 ? await jobs.states(_id, ids) : []).map((job) => [job._id, job]))
}
