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
  /** The anchor of the free plan's months. */
  signedUpAt: Instant,
  /** The sign-up. Absent: account is of an earlier version. */
  createdAt: z.optional(Instant),
  suspension: z.optional(Suspension),
})
export type FoundAccount = z.infer<typeof FoundAccount>
