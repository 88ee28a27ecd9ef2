import { isDeepStrictEqual } from 'node:util'
import type { LifecycleDeps } from '../deps.ts'
import type { Allowance } from '../domain/allowance.ts'
import { limitsOf, withCallLimit } from '../domain/call-limits.ts'
import { recounted } from '../domain/past-periods.ts'
import { countCalls, owingMembers } from './count-calls.ts'
import { reconcile } from './reconcile.ts'
import { settle } from './settle.ts'

const maxTries = 5

/**
 * recipe.md 10: `used` becomes the number of jobs that owe a call, and bonus calls that a past period did not use are returned.
 * @returns false when the account changed during each try
 */
export async function recount(deps: LifecycleDeps, userId: string): Promise<boolean> {
  const { allowances } = deps
  await reconcile(deps, userId)
  for (let attempt = 0; attempt < maxTries; attempt++) {
    const allowance = await allowances.read(userId)
    if (!allowance) return true
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
    const counted = { used: adjustment + calls, keyCalls: byKey, ...(await returnedBonus(deps, allowance)) }
    if (isSame && (await allowances.setCounted(userId, allowance.rev, counted))) return true
  }
  return false
}

/** The periods in `past` as their jobs owe now, and the limits without what they did not use. */
async function returnedBonus(deps: LifecycleDeps, allowance: Allowance) {
  const { _id: userId, past } = allowance
  if (!past || past.length === 0) return {}
  const counts: { used: number; isOpen: boolean }[] = []
  for (const { period, adjustment } of past) {
    const isMember = [...allowance.active, ...allowance.reserved].some(
      (one) => one.period.getTime() === period.getTime(),
    )
    // Asked before the count: where no job is open, none changes after it.
    const isOpen = isMember || (await deps.jobs.hasOpen(userId, period))
    const { calls } = await countCalls(deps, allowance, period, await owingMembers(deps, allowance, period))
    counts.push({ isOpen, used: adjustment + calls })
  }
  const { past: open, returned } = recounted(past, counts)
  const limits = limitsOf(allowance, deps.plans)
  return { past: open, ...withCallLimit({ ...limits, bonusSpent: limits.bonusSpent - returned }) }
}

/** Jobs that ended without ever having been active, and whose call is still to be refunded. */
async function notRefunded({ jobs }: LifecycleDeps, { _id, refunded = [] }: Allowance) {
  return (await jobs.unsettledNeverActive(_id)).filter((job) => !refunded.includes(job._id))
}
