import * as z from 'zod/mini'

/** `POST /internal/stripe/setup`, operator to billing: what was made or moved, a sentence each. Empty: all was there. */
export const StripeSetUp = z.object({
  changes: z.array(z.string()),
  /** The signing secret of a webhook endpoint that was made just now: Stripe tells it once. */
  webhookSecret: z.optional(z.string()),
})
export type StripeSetUp = z.infer<typeof StripeSetUp>
