import * as z from 'zod/mini'

/** `GET /internal/codes/:code`, account to referral: its parameters, and its answer. 404 when no member has such a code. */
export const ReferralCode = z.object({ code: z.string() })
