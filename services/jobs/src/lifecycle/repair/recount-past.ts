import { planOf } from '@utter/contracts/plans'
import type { LifecycleDeps } from '../../deps.ts'
import type { Allowance } from '../../domain/allowance/allowance.ts'
import { limitsOf } from '../../domain/allowance/call-limits.ts'
import { recounted, type SegmentCount, sumByKey, takenIn } from '../../domain/allowance/past-segments.ts'
import { afterRecount, presentMonth } from '../../domain/allowance/periods.ts'
import { countCalls, owingMembers } from './count-calls.ts'

const maxTries = 5

/**
 * recipe 10, 2: the segments in `past` as their jobs owe now, and the limits that follow. An account that takes calls all the time is counted
 * as well: they are of its present segment.
 * @returns false when a job of theirs, or a limit, changed during each try
 */
export async function recountPast(deps: LifecycleDeps, userId: string): Promise<boolean> {
  const { allowances, plans } = deps
  for (let attempt = 0; attempt < maxTries; attempt++) {
    const allowance = await allowances.read(userId)
    if (!allowance || allowance.closedAt) return true
    const { tier, past = [] } = allowance
    if (past.every(({ isClosed }) => isClosed)) return true
    const counts: (SegmentCount | undefined)[] = []
    for (const one of past) counts.push(one.isClosed ? undefined : await countOf(deps, allowance, one))
    const counted = recounted(past, counts)
    const [before, after] = [past, counted].map((list) => takenIn(presentMonth(allowance), list).keyCalls)
    const fields = {
      past: counted,
      ...afterRecount(allowance, limitsOf(allowance, plans), planOf(plans, tier), counted),
    }
    if (await allowances.setCountedPast(allowance, fields, sumByKey(after ?? {}, negated(before ?? {})))) return true
  }
  return false
}

const negated = (calls: Record<string, number>) =>
  Object.fromEntries(Object.entries(calls).map(([keyId, count]) => [keyId, -count]))

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
