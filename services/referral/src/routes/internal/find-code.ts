import { FoundCode, ReferralCode } from '@utter/contracts/http/internal/find-code'
import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'

/** The member who has this code, in upper or lower case: called by account at a sign-up. */
export const findCode: Route<Deps> = (app, { members, guard }) =>
  app.get(
    '/internal/codes/:code',
    { access: guard.internal('account'), schema: { params: ReferralCode, response: { 200: FoundCode } } },
    async ({ params }) => {
      const member = await members.byCode(params.code)
      if (!member) throw notFound('Invalid referral code')
      return { code: member.code, userId: member._id }
    },
  )
