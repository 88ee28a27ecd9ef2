import { thousandthsOf } from '@utter/contracts/calls'
import { BillingState } from '@utter/contracts/events/billing-state'
import { planOf } from '@utter/contracts/plans'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'
import { newAllowance } from '../domain/allowance/allowance.ts'
import { billedIn, firstSegment, segmentAfter } from '../domain/allowance/billed-segment.ts'
import { limitsOf, limitsOfPlan, withCallLimit } from '../domain/allowance/call-limits.ts'
import { takenIn } from '../domain/allowance/past-segments.ts'
import { presentMonth, rolled } from '../domain/allowance/periods.ts'
import { dispatch } from '../lifecycle/end/settle.ts'
import { untilChanged } from '../lifecycle/until-changed.ts'

/** The plan of an account as billing has it now: its calls, its concurrency, its period and segment. An older state changes nothing. */
export const billingState = (deps: ConsumeDeps) =>
  on(BillingState, async (state, { userId, version }) => {
    const { allowances, erasure, plans, clock } = deps
    if (await erasure.isDeleted(userId)) return
    const { tier, subscriptionStatus: status, periodStart, signedUpAt, maxSpendingLimit: max } = state
    const now = clock.now()
    const plan = planOf(plans, tier)
    const anchor = new Date(periodStart ?? signedUpAt)
    const billed = billedIn(state, anchor, now)
    const first = firstSegment(billed)
    await allowances.create(newAllowance(userId, plan, anchor, first, first.month))
    await untilChanged(async () => {
      const allowance = await allowances.read(userId)
      if (!allowance || allowance.billingVersion >= version) return true
      const { spendingLimit, ownConcurrency } = allowance
      const maxSpendingLimit = max === undefined ? allowance.maxSpendingLimit : thousandthsOf(max)
      const fields = {
        ...{ tier, status, anchor, concurrency: ownConcurrency ?? plan.concurrency, billingVersion: version },
        ...(maxSpendingLimit !== undefined && { maxSpendingLimit }),
      }
      const before = limitsOf(allowance, plans)
      const ofPlan = (costBefore: number) => limitsOfPlan(plan, { status, spendingLimit, maxSpendingLimit }, costBefore)
      const next = segmentAfter(allowance, billed)
      if (next) {
        const begun = rolled(allowance, before, planOf(plans, allowance.tier), next)
        const { cost } = takenIn(next.month, begun.past ?? allowance.past)
        const limits = withCallLimit({ ...limitsOf({ ...begun, tier }, plans), ...ofPlan(cost) })
        return allowances.roll(allowance, { ...begun, ...limits, ...fields }, now)
      }
      // Inside a segment what was used stays used.
      const { cost } = takenIn(presentMonth(allowance), allowance.past)
      // A state of an earlier month does not end the present one.
      const periodEnd = billed.month.end > allowance.period ? billed.month.end : allowance.periodEnd
      return allowances.changeLimits(allowance, {
        ...withCallLimit({ ...before, ...ofPlan(cost) }),
        ...fields,
        periodEnd,
      })
    })
    await dispatch(deps, userId)
  })
