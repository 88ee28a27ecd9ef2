import * as z from 'zod/mini'
import { maxSpendingDollars } from '../../jobs/usage.ts'

const sentence = 'dollars must be a whole number between 0 and 10,000'

/** `PUT /internal/accounts/:userId/trust`, operator to billing: the limit on overage that an account may set whatever it has paid. */
export const SetTrust = z.object({
  dollars: z.int(sentence).check(z.gte(0, sentence), z.lte(maxSpendingDollars, sentence)),
})
export type SetTrust = z.infer<typeof SetTrust>

/** The highest limit from now on; null where the plan sells no overage, or nothing is known of the account's payments yet. */
export const Trust = z.object({ maxSpendingLimit: z.nullable(z.number()) })
export type Trust = z.infer<typeof Trust>
