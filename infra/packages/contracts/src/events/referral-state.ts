import * as z from 'zod/mini'
import { defineEvent } from '../event.ts'

/** An account's own code, whom it brought, and the bonus calls that it was ever given. */
export const ReferralState = defineEvent(
  'referral.state',
  'referral-state',
  z.object({ referralCode: z.string(), referralCount: z.int(), bonusCallsEarned: z.int() }),
)
