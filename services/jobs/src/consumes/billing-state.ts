import { BillingState } from '@utter/contracts/events/billing-state'
import { monthOf } from '@utter/contracts/period'
import { planOf } from '@utter/contracts/plans'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'
import { newAllowance } from '../domain/allowance.ts'
import { limitsOf, limitsOfPlan, withCallLimit } from '../domain/call-limits.ts'
import { rolled } from '../domain/past-periods.ts'
import { dispatch } from '../lifecycle/settle.ts'
import { untilChanged } from '../lifecycle/until-changed.ts'

/** The plan of an account as billing has it now: its calls, its concurrency, its period. An older state changes nothing. */
export const billingState = (deps: ConsumeDeps) =>
  on(BillingState, async ({ tier, subscriptionStatus, periodStart, periodEnd, signedUpAt }, { userId, version }) => {
    const { allowances, erasure, plans, clock } = deps
    if (await erasure.isDeleted(userId)) return
    const now = clock.now()
    const plan = planOf(plans, tier)
    const anchor = new Date(periodStart ?? signedUpAt)
    const period =
      periodStart && periodEnd ? { start: new Date(periodStart), end: new Date(periodEnd) } : monthOf(anchor, now)
    await allowances.create(newAllowance(userId, plan, anchor, period))
    await untilChanged(async () => {
      const allowance = await allowances.read(userId)
      if (!allowance || allowance.billingVersion >= version) return true
      const { spendingLimit, ownConcurrency } = allowance
      const fields = {
        tier,
        status: subscriptionStatus,
        anchor,
        concurrency: ownConcurrency ?? plan.concurrency,
        periodEnd: period.end,
        billingVersion: version,
      }
      const before = limitsOf(allowance, plans)
      const ofPlan = limitsOfPlan(plan, { status: subscriptionStatus, spendingLimit })
      // A period goes forward only, and its calls begin at nothing; inside a period what was used stays used.
      if (allowance.period < period.start) {
        const next = rolled(allowance, before, period)
        const limits = withCallLimit({ ...before, bonusSpent: next.bonusSpent, ...ofPlan })
        return allowances.roll(allowance, { ...next, ...limits, ...fields }, now)
      }
      return allowances.changeLimits(allowance, { ...withCallLimit({ ...before, ...ofPlan }), ...fields })
    })
    await dispatch(deps, userId)
  })
