import * as z from 'zod/mini'
import { Instant } from '../../ids.ts'

/** `GET /internal/accounts/:userId/usage`, jobs to account, for `me`. 404 before the account's first submission. */
export const Usage = z.object({
  apiCallsUsed: z.int(),
  overageCallsUsed: z.int(),
  /** US dollars with two decimals. */
  overageCost: z.string(),
  periodStart: Instant,
  periodEnd: Instant,
})
export type Usage = z.infer<typeof Usage>
