import { type Plan, planOf } from '@utter/contracts/plans'
import { conflict, invalid } from '@utter/http/problem'
import type { LifecycleDeps } from '../deps.ts'
import { limitsOf, limitsOfPlan, withCallLimit } from '../domain/allowance/call-limits.ts'
import { takenIn } from '../domain/allowance/past-segments.ts'
import { presentMonth } from '../domain/allowance/periods.ts'
import { untilChanged } from './until-changed.ts'

/**
 * recipe, "Limits": what the overage of a month may cost, in thousandths of a dollar; undefined is the plan's price again.
 * @throws Problem 400 for more than billing lends, 409 on a plan without overage, as of an account of which nothing was consumed yet
 */
export async function changeSpendingLimit(
  { allowances, plans }: Pick<LifecycleDeps, 'allowances' | 'plans'>,
  userId: string,
  spendingLimit: number | undefined,
): Promise<{ plan: Plan; overageCalls: number }> {
  const result = { plan: planOf(plans, 'free'), overageCalls: 0 }
  await untilChanged(async () => {
    const allowance = await allowances.read(userId)
    const plan = planOf(plans, allowance?.tier ?? 'free')
    if (!allowance || !plan.overageEnabled) throw conflict('no_overage', 'This plan has no overage')
    const { maxSpendingLimit = Number.POSITIVE_INFINITY, status } = allowance
    if (spendingLimit !== undefined && spendingLimit > maxSpendingLimit) throw invalid([tooHigh(maxSpendingLimit)])
    const { cost } = takenIn(presentMonth(allowance), allowance.past)
    const ofPlan = limitsOfPlan(plan, { status, spendingLimit, maxSpendingLimit }, cost)
    const limits = withCallLimit({ ...limitsOf(allowance, plans), ...ofPlan })
    Object.assign(result, { plan, overageCalls: ofPlan.overageCalls })
    return spendingLimit === undefined
      ? allowances.changeLimits(allowance, limits, ['spendingLimit'])
      : allowances.changeLimits(allowance, { ...limits, spendingLimit })
  })
  return result
}

const tooHigh = (max: number) => ({
  field: 'dollars',
  message: `dollars must be at most ${(max / 1_000).toLocaleString('en-US')}, which grows with what you have paid`,
})
