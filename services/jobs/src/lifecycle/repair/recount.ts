import { isDeepStrictEqual } from 'node:util'
import { planOf } from '@utter/contracts/plans'
import type { LifecycleDeps } from '../../deps.ts'
import type { Allowance } from '../../domain/allowance/allowance.ts'
import { limitsOf } from '../../domain/allowance/call-limits.ts'
import { recounted, type SegmentCount, sumByKey, takenIn } from '../../domain/allowance/past-segments.ts'
import { afterRecount, presentMonth } from '../../domain/allowance/periods.ts'
import { settle } from '../end/settle.ts'
import { countCalls, owingMembers } from './count-calls.ts'
import { reconcile } from './reconcile.ts'

const maxTries = 5

/**
 * recipe 10: `used` becomes the number of jobs that owe a call, and what an earlier segment did not use is there again.
 * @returns false when the account changed during each try
 */
export async function recount(deps: LifecycleDeps, userId: string): Promise<boolean> {
  const { allowances } = deps
  await reconcile(deps, userId)
  for (let attempt = 0; attempt < maxTries; attempt++) {
    const allowance = await allowances.read(userId)
    // A deleted account's calls are what they were: its jobs are gone, or go.
    if (!allowance || allowance.closedAt) return true
    const neverActive = await notRefunded(deps, allowance)
    if (neverActive.length > 0) {
      for (const job of neverActive) await settle(deps, job)
      continue
    }
    const { period, adjustment } = allowance
    const before = await owingMembers(deps, allowance, period)
    const { calls, byKey } = await countCalls(deps, allowance, period, before)
    // A job's `call.owed` changes without its account: the count is valid if none changed meanwhile.
    const isSame =
      (await notRefunded(deps, allowance)).length === 0 &&
      isDeepStrictEqual(await owingMembers(deps, allowance, period), before)
    const earlier = await countedPast(deps, allowance)
    const { keyCalls } = takenIn(presentMonth(allowance), earlier?.past ?? allowance.past)
    const counted = { used: adjustment + calls, keyCalls: sumByKey(byKey, keyCalls), ...earlier }
    if (isSame && (await allowances.setCounted(userId, allowance.rev, counted))) return true
  }
  return false
}

/** The segments in `past` as their jobs owe now, and the limits that follow; undefined where all are closed. */
async function countedPast(deps: LifecycleDeps, allowance: Allowance) {
  const { tier, past = [] } = allowance
  if (past.every(({ isClosed }) => isClosed)) return undefined
  const counts: (SegmentCount | undefined)[] = []
  for (const one of past) counts.push(one.isClosed ? undefined : await countOf(deps, allowance, one))
  const counted = recounted(past, counts)
  return {
    past: counted,
    ...afterRecount(allowance, limitsOf(allowance, deps.plans), planOf(deps.plans, tier), counted),
  }
}

async function countOf(
  deps: LifecycleDeps,
  allowance: Allowance,
  { period, adjustment }: Pick<Allowance, 'period' | 'adjustment'>,
): Promise<SegmentCount> {
  const { _id: userId, active, reserved } = allowance
  const isMember = [...active, ...reserved].some((one) => one.period.getTime() === period.getTime())
  // Asked before the count: where no job is open, none changes after it.
  const isOpen = isMember || (await deps.jobs.hasOpen(userId, period))
  const { calls, byKey } = await countCalls(deps, allowance, period, await owingMembers(deps, allowance, period))
  return { isOpen, used: adjustment + calls, keyCalls: byKey }
}

/** Jobs that ended without ever having been active, and whose call is still to be refunded. */
async function notRefunded({ jobs }: LifecycleDeps, { _id, refunded = [] }: Allowance) {
  return (await jobs.unsettledNeverActive(_id)).filter((job) => !refunded.includes(job._id))
}
