import * as z from 'zod/mini'
import { Instant, UserId } from '../../../ids.ts'

/** `GET /internal/billing/disputes`, billing to operator: Stripe's latest 100, newest first. */
export const Disputes = z.object({
  disputes: z.array(
    z.object({
      /** Stripe's ids. */
      dispute: z.string(),
      customer: z.nullable(z.string()),
      /** Null for a customer that is no account's, or no longer. */
      userId: z.nullable(UserId),
      cents: z.int(),
      currency: z.string(),
      status: z.string(),
      /** When Stripe has to have an answer. */
      dueBy: z.nullable(Instant),
      at: Instant,
    }),
  ),
})
export type Disputes = z.infer<typeof Disputes>

/** `POST /internal/accounts/:userId/forgive-disputes`, operator to billing: the account may buy again. */
export const ForgivenDisputes = z.object({ forgiven: z.int() })
