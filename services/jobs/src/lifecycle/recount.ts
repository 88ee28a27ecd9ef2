import { isDeepStrictEqual } from 'node:util'
import type { LifecycleDeps } from '../deps.ts'
import type { Allowance } from '../domain/allowance.ts'
import { limitsOf, withCallLimit } from '../domain/call-limits.ts'
import { recounted } from '../domain/past-periods.ts'
import { reconcile } from './reconcile.ts'
import { settle } from './settle.ts'

const maxTries = 5

/**
 * recipe.md 10: `used` becomes the number of jobs that owe a call, and bonus calls that a past period did not use are returned.
 * @returns false when the account changed during each try
 */
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
    const before = await owedByMembers(deps, allowance, allowance.period)
    const owed = await jobs.countOwed(userId, allowance.period)
    // A job's `call.owed` changes without its account: the count is valid if none changed meanwhile.
    const isSame =
      (await notRefunded(deps, allowance)).length === 0 &&
      isDeepStrictEqual(await owedByMembers(deps, allowance, allowance.period), before)
    const used = allowance.adjustment + membersOf(allowance, allowance.period) + owed - before.length
    const counted = { used, ...(await returnedBonus(deps, allowance)) }
    if (isSame && (await allowances.setCounted(userId, allowance.rev, counted))) return true
  }
  return false
}

/** The periods in `past` as their jobs owe now, and the limits without what they did not use. */
async function returnedBonus(deps: LifecycleDeps, allowance: Allowance) {
  const { past } = allowance
  if (!past || past.length === 0) return {}
  const counts: { used: number; isOpen: boolean }[] = []
  for (const one of past) {
    const members = membersOf(allowance, one.period)
    // Asked before the count: where no job is open, none changes after it.
    const isOpen = members > 0 || (await deps.jobs.hasOpen(allowance._id, one.period))
    const owed = await deps.jobs.countOwed(allowance._id, one.period)
    const ofMembers = await owedByMembers(deps, allowance, one.period)
    counts.push({ isOpen, used: one.adjustment + members + owed - ofMembers.length })
  }
  const { past: open, returned } = recounted(past, counts)
  const limits = limitsOf(allowance, deps.plans)
  return { past: open, ...withCallLimit({ ...limits, bonusSpent: limits.bonusSpent - returned }) }
}

/** Jobs that ended without ever having been active, and whose call is still to be refunded. */
async function notRefunded({ jobs }: LifecycleDeps, { _id, refunded = [] }: Allowance) {
  return (await jobs.unsettledNeverActive(_id)).filter((job) => !refunded.includes(job._id))
}

/** Members that owe a call of the period: counted among the jobs, and to be counted as members. */
async function owedByMembers(
  { jobs }: LifecycleDeps,
  { _id, active, reserved }: Allowance,
  period: Date,
): Promise<string[]> {
  const ids = [...active, ...reserved].map(({ id }) => id)
  if (ids.length === 0) return []
  return (await jobs.states(_id, ids))
    .filter(({ call }) => call?.owed && call.period.getTime() === period.getTime())
    .map((job) => job._id)
    .sort()
}

const membersOf = ({ active, reserved }: Allowance, period: Date): number =>
  new Set([...active, ...reserved].filter((member) => member.period.getTime() === period.getTime()).map(({ id }) => id))
    .size
