import * as z from 'zod/mini'
import { Instant } from '../../../ids.ts'
import { TierName } from '../../../plans.ts'

/**
 * `PUT /internal/accounts/:userId/plan`, operator to billing. The sign-up is sent along, since billing may not have consumed the account's
 * first event yet.
 */
export const SetPlan = z.object({
  tier: TierName,
  signedUpAt: Instant,
})
export type SetPlan = z.infer<typeof SetPlan>

export const PresentPlan = z.object({ tier: TierName })
