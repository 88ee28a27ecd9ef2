import * as z from 'zod/mini'

/** `wrong`: the sentence says what to do. `unseen`: no call of Stripe's tells it, or none that the key may make. */
export const findingStates = ['right', 'wrong', 'unseen'] as const
export const StripeFinding = z.object({ state: z.enum(findingStates), sentence: z.string() })
export type StripeFinding = z.infer<typeof StripeFinding>

/** `GET /internal/stripe/doctor`, operator to billing: each thing that selling needs of a Stripe account, as it is now. */
export const StripeExamination = z.object({ findings: z.array(StripeFinding) })
export type StripeExamination = z.infer<typeof StripeExamination>
