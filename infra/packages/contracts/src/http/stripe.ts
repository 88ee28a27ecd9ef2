import * as z from 'zod/mini'
import { tierNames } from '../tiers.ts'
import { sentBody, sentObject } from './fields.ts'

const required = 'Price ID is required'
const priceId = z.string(required).check(
  z.refine((text) => text.trim().length > 0, required),
  z.maxLength(255, 'Unknown price ID'),
)

/** `POST /api/stripe/create-checkout-session`. */
export const CreateCheckoutSession = sentBody({ priceId })
export type CreateCheckoutSession = z.infer<typeof CreateCheckoutSession>

const amountSentence = 'amount must be a whole number of cents, 0 or more'
const dateSentence = 'prorationDate must be a date and time'

/** The parts of a `PlanChange` that were shown before it was confirmed. */
export const ShownChange = sentObject(
  {
    tier: z.enum(tierNames, 'Unknown plan'),
    amount: z.int(amountSentence).check(z.gte(0, amountSentence)),
    prorationDate: z.optional(z.iso.datetime({ offset: true, error: dateSentence })),
  },
  'shown must be an object',
)
export type ShownChange = z.infer<typeof ShownChange>

/**
 * `POST /api/stripe/upgrade-subscription`: without a price the next tier up. The body may be absent. With what was shown the plan changes
 * only while that is still so.
 */
export const UpgradeSubscription = z.nullish(sentBody({ priceId: z.optional(priceId), shown: z.optional(ShownChange) }))
export type UpgradeSubscription = z.infer<typeof UpgradeSubscription>

/** `POST /api/stripe/preview-upgrade`: the amounts of the same change, which is not made. The body may be absent. */
export const PreviewUpgrade = z.nullish(sentBody({ priceId: z.optional(priceId) }))
export type PreviewUpgrade = z.infer<typeof PreviewUpgrade>

/** Amounts are in the currency's smallest unit. Tax and discount are in the amount already. */
const charge = { amount: z.int(), tax: z.int(), discount: z.int() }

/** The cost of a change of plan. */
export const PlanChange = z.object({
  tier: z.enum(tierNames),
  currency: z.string(),
  /** Charged at once: 0 for a lower plan, which follows at the period's end. The credit of the account is taken off. */
  now: z.object({ ...charge, credit: z.int() }),
  /** The time up to which the present plan counts. Absent: nothing changes now. */
  prorationDate: z.optional(z.iso.datetime()),
  /** Charged at the next renewal, without calls past the plan. Absent: the plan ends before. */
  next: z.optional(z.object({ ...charge, at: z.iso.datetime() })),
  /** When the plan ends. */
  endsAt: z.optional(z.iso.datetime()),
})
export type PlanChange = z.infer<typeof PlanChange>

/** `requiresCheckout`: the account pays nothing yet, and the page of a checkout has the amount. */
export const UpgradePreview = z.object({
  change: z.optional(PlanChange),
  requiresCheckout: z.optional(z.literal(true)),
})
export type UpgradePreview = z.infer<typeof UpgradePreview>

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
