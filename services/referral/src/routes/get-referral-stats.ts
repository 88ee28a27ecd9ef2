import { ReferralStats } from '@utter/contracts/http/referrals'
import { identityOf } from '@utter/http/identity'
import { unavailable } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { milestones, nextMilestone } from '../domain/milestones.ts'

/** `GET /api/referrals/stats`: the account's link, its friends who count, and the next milestone. */
export const getReferralStats: Route<Deps> = (app, { members, guard, publicUrl }) =>
  app.get(
    '/api/referrals/stats',
    {
      access: guard.required('usage:read'),
      schema: {
        operation: { id: 'getReferralStats', tag: 'Referrals', summary: 'Your link, and the friends who came by it' },
        response: { 200: ReferralStats },
      },
    },
    async (request) => {
      const member = await members.read(identityOf(request).userId)
      // The code is made when `account-state` is consumed, a moment after the sign-up.
      if (!member) throw unavailable('The referral code is not ready yet, try again in a moment')
      const { code, referralCount, bonusCallsEarned } = member
      const referralUrl = new URL(`/signup?ref=${code}`, publicUrl).href
      return { referralCount, bonusCallsEarned, referralUrl, nextMilestone: nextMilestone(referralCount), milestones }
    },
  )
