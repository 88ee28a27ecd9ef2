import * as z from 'zod/mini'
import { Instant, UserId } from '../../../ids.ts'

/** `GET /internal/billing/debts`, billing to operator: the latest 1,000 debts of deleted accounts, newest first. */
export const Debts = z.object({
  debts: z.array(
    z.object({
      /** Stripe's ids: of an invoice that was given up, or of a dispute that was lost. */
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
