import * as z from 'zod/mini'

const sentence = 'dollars must be between 0 and 10,000'

/** `PUT /api/usage/spending-limit`: what a period's overage may cost; null is the plan's price again, 0 none. */
export const SetSpendingLimit = z.object(
  { dollars: z.nullable(z.number(sentence).check(z.gte(0, sentence), z.lte(10_000, sentence))) },
  'The body must be a JSON object',
)
export type SetSpendingLimit = z.infer<typeof SetSpendingLimit>

/** The limit that counts from now on, in US dollars, and the calls that it allows in this period beside the plan's and the bonus. */
export const SpendingLimit = z.object({ spendingLimit: z.number(), overageCalls: z.int() })
export type SpendingLimit = z.infer<typeof SpendingLimit>
