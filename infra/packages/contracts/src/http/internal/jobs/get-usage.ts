import * as z from 'zod/mini'
import { Instant } from '../../../ids.ts'

/** `GET /internal/accounts/:userId/usage`, jobs to account, for `me`. 404 before the account's first submission. */
export const Usage = z.object({
  apiCallsUsed: z.int(),
  overageCallsUsed: z.int(),
  /** US dollars with two decimals. */
  overageCost: z.string(),
  periodStart: Instant,
  periodEnd: Instant,
  /** Calls of the period that each API key took; absent keys took none. */
  keys: z.optional(z.array(z.object({ keyId: z.string(), calls: z.int() }))),
})
export type Usage = z.infer<typeof Usage>
