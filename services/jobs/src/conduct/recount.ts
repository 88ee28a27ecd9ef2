import type { ConductDeps } from '../deps.ts'
import type { Allowance } from '../domain/allowance.ts'
import { reconcile } from './reconcile.ts'

const mostTries = 5

/** recipe.md 10: `used` becomes what the jobs say. @returns false when the account changed at each try */
export async function recount(deps: ConductDeps, userId: string): Promise<boolean> {
  await reconcile(deps, userId)
  for (let attempt = 0; attempt < mostTries; attempt++) {
    const allowance = await deps.allowances.read(userId)
    if (!allowance) return true
    const used = await countUsed(deps, allowance)
    if (await deps.allowances.counted(userId, allowance.rev, used, deps.clock.now())) return true
  }
  return false
}

/** What was set beside, the members of the period, and the jobs that owe a call and are no members. */
export async function countUsed(
  { jobs }: ConductDeps,
  { _id, base, period, places, open }: Allowance,
): Promise<number> {
  const members = [...places, ...open]
  const ofPeriod = new Set(members.filter((member) => member.period.getTime() === period.getTime()).map(({ id }) => id))
  return (
    base +
    ofPeriod.size +
    (await jobs.countOwed(
      _id,
      period,
      members.map(({ id }) => id),
    ))
  )
}
