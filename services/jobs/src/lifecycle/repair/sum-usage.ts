import type { LifecycleDeps } from '../../deps.ts'
import { countedFrom, firstOpenDay } from '../../domain/allowance/usage-days.ts'
import { sumTimeMs } from '../../store/jobs/usage.ts'
import { countUsage } from './count-usage.ts'

/** recipe 12: the days of an account that are over get their sums. @param leasedUntil its `sumAt`, by which it is this replica's */
export async function sumUsage(deps: LifecycleDeps, userId: string, leasedUntil: Date): Promise<void> {
  const { allowances, usage, clock } = deps
  const isLeased = (sumAt: Date | undefined) => sumAt?.getTime() === leasedUntil.getTime()
  const found = await allowances.sumState(userId)
  if (!found || !isLeased(found.sumAt)) return
  const [from, openFrom] = [countedFrom(found), firstOpenDay(clock.now())]
  if (from < openFrom) {
    const fence = await allowances.beginSum(found, from, openFrom)
    if (fence === undefined) return
    for await (const day of countUsage(deps, userId, from, openFrom, sumTimeMs)) await usage.set(userId, day, fence)
    const summed = await allowances.sumState(userId)
    // Deleted meanwhile, with its sums: those that were written since go too.
    if (!summed || summed.closedAt) await usage.removeOf(userId)
    else if (isLeased(summed.sumAt) && summed.sums === fence) await allowances.endSum(summed)
  } else await allowances.endSum(found)
}
