import { BillingState } from '@utter/contracts/events/billing-state'
import { monthOf } from '@utter/contracts/period'
import { planOf } from '@utter/contracts/plans'
import { on } from '@utter/messaging/handler'
import type { LifecycleDeps } from '../deps.ts'
import { newAllowance } from '../domain/allowance.ts'
import { callLimitOf } from '../domain/calls-of-plan.ts'
import { dispatch } from '../lifecycle/settle.ts'

/** The plan of an account as billing has it now: its calls, its concurrency, its period. An older state changes nothing. */
export const billingState = (deps: LifecycleDeps) =>
  on(BillingState, async ({ tier, periodStart, periodEnd, signedUpAt }, { userId, version }) => {
    const { allowances, plans, clock } = deps
    const now = clock.now()
    const plan = planOf(plans, tier)
    const anchor = new Date(periodStart ?? signedUpAt)
    const period =
      periodStart && periodEnd ? { start: new Date(periodStart), end: new Date(periodEnd) } : monthOf(anchor, now)
    await allowances.create(newAllowance(userId, plan, anchor, period))
    const isNewer = { _id: userId, billingVersion: { $lt: version } }
    const fields = {
      tier,
      anchor,
      callLimit: callLimitOf(plan),
      concurrency: plan.concurrency,
      periodEnd: period.end,
      billingVersion: version,
    }
    // A period goes forward only, and its calls begin at nothing; inside a period what was used stays used.
    const isNewPeriod = await allowances.change(
      { ...isNewer, period: { $lt: period.start } },
      { $set: { ...fields, period: period.start, used: 0, adjustment: 0 } },
    )
    if (!isNewPeriod) await allowances.change(isNewer, { $set: fields })
    await dispatch(deps, userId)
  })
