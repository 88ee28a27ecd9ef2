import { isDeepStrictEqual } from 'node:util'
import type { LifecycleDeps } from '../deps.ts'
import type { Allowance } from '../domain/allowance.ts'
import { reconcile } from './reconcile.ts'
import { settle } from './settle.ts'

const maxTries = 5

/** recipe.md 10: `used` becomes the number of jobs that owe a call. @returns false when the account changed during each try */
export async function recount(deps: LifecycleDeps, userId: string): Promise<boolean> {
  const { jobs, allowances } = deps
  await reconcile(deps, userId)
  for (let attempt = 0; attempt < maxTries; attempt++) {
    const allowance = await allowances.read(userId)
    if (!allowance) return true
    const neverActive = await notRefunded(deps, allowance)
    if (neverActive.length > 0) {
      for (const job of neverActive) await settle(deps, job)
      continue
    }
    const before = await owedByMembers(deps, allowance)
    const owed = await jobs.countOwed(userId, allowance.period)
    // A job's `call.owed` changes without its account: the count is valid if none changed meanwhile.
    const isSame =
      (await notRefunded(deps, allowance)).length === 0 &&
      isDeepStrictEqual(await owedByMembers(deps, allowance), before)
    const used = allowance.adjustment + membersOfPeriod(allowance) + owed - before.length
    if (isSame && (await allowances.setUsed(userId, allowance.rev, used))) return true
  }
  return false
}

/** Jobs that ended without ever having been active, and whose call is still to be refunded. */
async function notRefunded({ jobs }: LifecycleDeps, { _id, refunded = [] }: Allowance) {
  return (await jobs.unsettledNeverActive(_id)).filter((job) => !refunded.includes(job._id))
}

/** Members that owe a call of the period: counted among the jobs, and to be counted as members. */
async function owedByMembers({ jobs }: LifecycleDeps, { _id, period, active, reserved }: Allowance): Promise<string[]> {
  const ids = [...active, ...reserved].map(({ id }) => id)
  if (ids.length === 0) return []
  return (await jobs.states(_id, ids))
    .filter(({ call }) => call?.owed && call.period.getTime() === period.getTime())
    .map((job) => job._id)
    .sort()
}

const membersOfPeriod = ({ period, active, reserved }: Allowance): number =>
  new Set([...active, ...reserved].filter((member) => member.period.getTime() === period.getTime()).map(({ id }) => id))
    .size
