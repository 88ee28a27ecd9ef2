import * as z from 'zod/mini'
import { Instant, UserId } from '../../../ids.ts'
import { TierName } from '../../../plans.ts'

/** `GET /internal/accounts?email=…`, operator to account. */
export const FoundAccount = z.object({
  userId: UserId,
  username: z.string(),
  email: z.string(),
  tier: TierName,
  signedUpAt: Instant,
})
