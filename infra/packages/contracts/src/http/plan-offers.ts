import * as z from 'zod/mini'
import { Plan } from '../plans.ts'

/** `GET /api/plans`: the plans, and how each is bought. `PLANS_FILE` has no field of these. */
export const PlanOffer = z.extend(Plan, {
  /** The price at Stripe. Absent on plans that are not sold there, and while Stripe is unavailable or not configured. */
  priceId: z.optional(z.string()),
  /** Whether tax comes on top of the price. Absent where the price at Stripe is. */
  tax: z.optional(z.enum(['added', 'none'])),
  /** Calls a month before the email address of the account is verified, on the free plan. Absent where there is no such bound. */
  unverifiedCalls: z.optional(z.int()),
  /** The address to write to, on the enterprise plan. */
  contact: z.optional(z.string()),
})
export type PlanOffer = z.infer<typeof PlanOffer>
export const PlanOffers = z.array(PlanOffer)
