import * as z from 'zod/mini'

/** `POST /internal/stripe/setup`, operator to billing: what was made or moved, a sentence each. Empty: all was there. */
export const StripeSetUp = z.object({ changes: z.array(z.string()) })
export type StripeSetUp = z.infer<typeof StripeSetUp>
