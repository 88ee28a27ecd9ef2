import * as z from 'zod/mini'
import { tierNames } from '../tiers.ts'
import { sentBody } from './fields.ts'

const required = 'Price ID is required'
const priceId = z.string(required).check(
  z.refine((text) => text.trim().length > 0, required),
  z.maxLength(255, 'Unknown price ID'),
)

/** `POST /api/stripe/create-checkout-session`. */
export const CreateCheckoutSession = sentBody({ priceId })
export type CreateCheckoutSession = z.infer<typeof CreateCheckoutSession>

/** `POST /api/stripe/upgrade-subscription`: without a price the next tier up. The body may be absent. */
export const UpgradeSubscription = z.nullish(sentBody({ priceId: z.optional(priceId) }))
export type UpgradeSubscription = z.infer<typeof UpgradeSubscription>

/** `requiresCheckout`: the account pays nothing yet, and nothing has changed. */
export const UpgradeAnswer = z.object({ message: z.string(), requiresCheckout: z.optional(z.literal(true)) })
export type UpgradeAnswer = z.infer<typeof UpgradeAnswer>

/**
 * `POST /api/stripe/billing-portal`: the body may be absent. With a plan the portal opens where that plan is changed to, or, with the free
 * one, where the present plan is cancelled; where neither can be done, as it is.
 */
export const OpenBillingPortal = z.nullish(sentBody({ tier: z.optional(z.enum(tierNames, 'Unknown plan')) }))
export type OpenBillingPortal = z.infer<typeof OpenBillingPortal>

/** The page where the person goes on: a checkout, or the billing portal. */
export const PageUrl = z.object({ url: z.string() })
export type PageUrl = z.infer<typeof PageUrl>

/** `POST /api/stripe/webhook`, Stripe's own body: the answer to an event that is stored. */
export const EventReceived = z.object({ received: z.literal(true) })
