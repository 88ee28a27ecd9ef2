import type { LifecycleDeps } from '../../deps.ts'
import { type Allowance, maxRefunded } from '../../domain/allowance/allowance.ts'
import { memberOf } from '../../domain/allowance/member.ts'
import type { JobState } from '../../domain/job/job.ts'
import type { RemovalEffects } from '../../store/allowances/updates.ts'

const maxTries = 5

/**
 * recipe 4 for a job that ended without ever having been active: one update refunds its call, whichever list has the job.
 * `refunded` holds its id until it is known to be settled, so a repetition changes nothing.
 * @returns `later` when no try succeeded: the job stays `unsettled`, and a sweep tries again
 */
export async function refund(
  deps: LifecycleDeps,
  job: JobState,
  effects: RemovalEffects,
): Promise<'now' | 'before' | 'later'> {
  const { jobs, allowances, clock } = deps
  const { _id: id, userId, call } = job
  if (!call) return 'before'
  for (let attempt = 0; attempt < maxTries; attempt++) {
    const allowance = await allowances.read(userId)
    if (!allowance || allowance.refunded?.includes(id)) return 'before'
    // Read after the allowance: a settlement since then is still in `refunded`, or has changed `refundedRev`.
    const [present] = await jobs.states(userId, [id])
    if (!present?.unsettled) return 'before'
    if ((allowance.refunded?.length ?? 0) >= maxRefunded) await clearRefunded(deps, allowance)
    else if (await allowances.refund(allowance, memberOf(job, call), effects, clock.now())) return 'now'
  }
  return 'later'
}

/** Removes from `refunded` the jobs that are settled: no process will refund them again. */
export async function clearRefunded({ jobs, allowances }: LifecycleDeps, allowance: Allowance): Promise<void> {
  const { _id: userId, refunded = [] } = allowance
  if (refunded.length === 0) return
  const unsettled = new Set(
    (await jobs.states(userId, refunded)).filter(({ unsettled }) => unsettled).map(({ _id }) => _id),
  )
  const settled = refunded.filter((id) => !unsettled.has(id))
  if (settled.length > 0) await allowances.clearRefunded(allowance, settled)
}
