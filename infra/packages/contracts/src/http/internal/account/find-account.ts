import * as z from 'zod/mini'
import { Instant, UserId } from '../../../ids.ts'
import { TierName } from '../../../plans.ts'
import { Suspension } from '../../account/suspension.ts'

/** `GET /internal/accounts?email=…`, operator to account. */
export const FoundAccount = z.object({
  userId: UserId,
  username: z.string(),
  email: z.string(),
  tier: TierName,
  signedUpAt: Instant,
  suspension: z.optional(Suspension),
})
export type FoundAccount = z.infer<typeof FoundAccount>
