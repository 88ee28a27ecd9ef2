import * as z from 'zod/mini'

/** `PUT /internal/rates`, operator to account, and its answer: requests in 60 s that spend something, in place of the plan's figure. */
export const SetRateLimit = z.object({
  email: z.string(),
  rate: z.number().check(z.int('rate must be a whole number'), z.gte(1, 'rate must be at least 1')),
})
export type SetRateLimit = z.infer<typeof SetRateLimit>
