import * as z from 'zod/mini'
import { Plan } from '../plans.ts'

/** `GET /api/plans`: the plans, and how each is bought. Neither field is part of `PLANS_FILE`. */
export const PlanOffer = z.extend(Plan, {
  /** The price at Stripe. Absent on plans that are not sold there, and while Stripe is unavailable or not configured. */
  priceId: z.optional(z.string()),
  /** The address to write to, on the enterprise plan. */
  contact: z.optional(z.string()),
})
export type PlanOffer = z.infer<typeof PlanOffer>
export const PlanOffers = z.array(PlanOffer)
