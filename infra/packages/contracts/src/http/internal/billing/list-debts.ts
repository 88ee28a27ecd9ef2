import * as z from 'zod/mini'
import { Instant, UserId } from '../../../ids.ts'

/** `GET /internal/billing/debts`, billing to operator: the latest 1,000 invoices of deleted accounts that were given up, newest first. */
export const Debts = z.object({
  debts: z.array(
    z.object({
      /** Stripe's ids. */
      invoice: z.string(),
      customer: z.string(),
      userId: UserId,
      /** In the smallest unit of the currency. */
      cents: z.int(),
      currency: z.string(),
      at: Instant,
    }),
  ),
})
export type Debts = z.infer<typeof Debts>
