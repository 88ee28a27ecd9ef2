import { ReferralState } from '@utter/contracts/events/referral-state'
import { planOf } from '@utter/contracts/plans'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'
import { newAllowance } from '../domain/allowance/allowance.ts'
import { callsUsed, limitsOf, withCallLimit } from '../domain/allowance/call-limits.ts'
import { noPeriod } from '../domain/allowance/periods.ts'
import { untilChanged } from '../lifecycle/until-changed.ts'

/** The bonus calls that an account has earned, ever. They count at once; fewer than before take back what is left. An older state changes nothing. */
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
      const before = limitsOf(allowance, plans)
      // A bonus that is taken back is what is left of it.
      const spent = before.bonusSpent + callsUsed(allowance, before, planOf(plans, allowance.tier)).bonus
      const limits = withCallLimit({ ...before, bonusEarned: Math.max(bonusCallsEarned, spent) })
      const fields = { ...limits, referralVersion: version }
      if (limits.bonusEarned >= before.bonusEarned) return allowances.changeLimits(allowance, fields)
      // A call that is taken meanwhile may be one of those that are taken back.
      return allowances.change({ _id: userId, rev: allowance.rev }, { $set: fields, $inc: { limitsRev: 1 } })
    })
  })
