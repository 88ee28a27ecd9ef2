import { isDeepStrictEqual } from 'node:util'
import type { LifecycleDeps } from '../deps.ts'
import type { Allowance } from '../domain/allowance.ts'
import { settle } from './places.ts'
import { reconcile } from './reconcile.ts'

const mostTries = 5

/** recipe.md 10: `used` becomes what the jobs say. @returns false when the account changed at each try */
export async function recount(deps: LifecycleDeps, userId: string): Promise<boolean> {
  const { jobs, allowances } = deps
  await reconcile(deps, userId)
  for (let attempt = 0; attempt < mostTries; attempt++) {
    const allowance = await allowances.read(userId)
    if (!allowance) return true
    const unplaced = await unreturned(deps, allowance)
    if (unplaced.length > 0) {
      for (const job of unplaced) await settle(deps, job)
      continue
    }
    const before = await owedByMembers(deps, allowance)
    const owed = await jobs.countOwed(userId, allowance.period)
    // What a job owes changes without the account: a count stands if none did meanwhile.
    const isSame =
      (await unreturned(deps, allowance)).length === 0 &&
      isDeepStrictEqual(await owedByMembers(deps, allowance), before)
    const used = allowance.base + membersOfPeriod(allowance) + owed - before.length
    if (isSame && (await allowances.counted(userId, allowance.rev, used))) return true
  }
  return false
}

/** Jobs that ended without ever having been on the road, and whose call has yet to come back. */
async function unreturned({ jobs }: LifecycleDeps, { _id, returned = [] }: Allowance) {
  return (await jobs.unplaced(_id)).filter((job) => !returned.includes(job._id))
}

/** Members that owe a call of the period: counted among the jobs, and to be counted as members. */
async function owedByMembers({ jobs }: LifecycleDeps, { _id, period, places, open }: Allowance): Promise<string[]> {
  const ids = [...places, ...open].map(({ id }) => id)
  if (ids.length === 0) return []
  return (await jobs.states(_id, ids))
    .filter(({ call }) => call?.owed && call.period.getTime() === period.getTime())
    .map((job) => job._id)
    .sort()
}

const membersOfPeriod = ({ period, places, open }: Allowance): number =>
  new Set([...places, ...open].filter((member) => member.period.getTime() === period.getTime()).map(({ id }) => id))
    .size
