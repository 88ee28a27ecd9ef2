import { ReferralState } from '@utter/contracts/events/referral-state'
import { planOf } from '@utter/contracts/plans'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'
import { newAllowance } from '../domain/allowance/allowance.ts'
import { limitsOf, withCallLimit } from '../domain/allowance/call-limits.ts'
import { noPeriod } from '../domain/allowance/periods.ts'
import { untilChanged } from '../lifecycle/until-changed.ts'

/** The bonus calls that an account has earned, ever. They count at once; an older state changes nothing. */
export const referralState = ({ allowances, erasure, plans }: ConsumeDeps) =>
  on(ReferralState, async ({ bonusCallsEarned }, { userId, version }) => {
    if (await erasure.isDeleted(userId)) return
    await untilChanged(async () => {
      const allowance = await allowances.read(userId)
      if (!allowance) {
        // Without a bonus there is nothing to keep: each new account publishes its code.
        if (bonusCallsEarned === 0) return true
        await allowances.create(newAllowance(userId, planOf(plans, 'free'), undefined, noPeriod))
        return false
      }
      if ((allowance.referralVersion ?? 0) >= version) return true
      const limits = withCallLimit({ ...limitsOf(allowance, plans), bonusEarned: bonusCallsEarned })
      return allowances.changeLimits(allowance, { ...limits, referralVersion: version })
    })
  })
