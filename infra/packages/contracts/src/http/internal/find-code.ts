import * as z from 'zod/mini'
import { UserId } from '../../ids.ts'

/** `GET /internal/codes/:code`, account to referral: its parameters. 404 when no member has such a code. */
export const ReferralCode = z.object({ code: z.string() })

/** Its answer: the code as it is written, and the account that has it, which a referral of an earlier version leaves out. */
export const FoundCode = z.object({ code: z.string(), userId: z.optional(UserId) })
export type FoundCode = z.infer<typeof FoundCode>
