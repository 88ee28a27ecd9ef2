import { isDeepStrictEqual } from 'node:util'
import type { LifecycleDeps } from '../../deps.ts'
import type { Allowance } from '../../domain/allowance/allowance.ts'
import { sumByKey, takenIn } from '../../domain/allowance/past-segments.ts'
import { presentMonth } from '../../domain/allowance/periods.ts'
import { countDifference } from '../../metrics.ts'
import { settle } from '../end/settle.ts'
import { countCalls, owingMembers } from './count-calls.ts'
import { reconcile } from './reconcile.ts'
import { recountPast } from './recount-past.ts'

const maxTries = 5

/**
 * recipe 10: `used` is held against the number of jobs that owe a call, and what an earlier segment did not use is there again.
 * @returns false when the account changed during each try
 */
export async function recount(deps: LifecycleDeps, userId: string): Promise<boolean> {
  const { allowances, clock } = deps
  await reconcile(deps, userId)
  if (!(await recountPast(deps, userId))) return false
  let last: Allowance | null = null
  for (let attempt = 0; attempt < maxTries; attempt++) {
    const allowance = await allowances.read(userId)
    // A deleted account's calls are what they were: its jobs are gone, or go.
    if (!allowance || allowance.closedAt) return true
    last = allowance
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
    const { keyCalls } = takenIn(presentMonth(allowance), allowance.past)
    const counted = { used: adjustment + calls, keyCalls: sumByKey(byKey, keyCalls) }
    if (!isSame || !(await allowances.setCounted(userId, allowance.rev, counted))) continue
    if (counted.used !== allowance.used) report(deps, userId, allowance.used, counted.used)
    return true
  }
  if (last && (last.past ?? []).every(({ isClosed }) => isClosed)) await allowances.putOffRecount(last, clock.now())
  return false
}

/** Every update keeps `used` right, and each that a crash cuts off is completed: a difference is a restore's, or a fault. */
function report({ log }: LifecycleDeps, userId: string, used: number, counted: number) {
  countDifference()
  log.error({ userId, used, counted }, 'the calls of an account were not those that its jobs owe')
}

/** Jobs that ended without ever having been active, and whose call is still to be refunded. */
async function notRefunded({ jobs }: LifecycleDeps, { _id, refunded = [] }: Allowance) {
  return (await jobs.unsettledNeverActive(_id)).filter((job) => !refunded.includes(job._id))
}
