import * as z from 'zod/mini'
import { ProofChallenge } from './account/proof.ts'

/** The body of every answer that is not a success. `error` is the sentence that a person reads. */
export const ProblemBody = z.object({
  error: z.string(),
  code: z.string(),
  requestId: z.string(),
  /** To be solved before a sign-up is sent again, with the code `proof_required`. */
  challenge: z.optional(ProofChallenge),
  /** Ticket for the second step of a login, with the code `second_factor_required`. */
  ticket: z.optional(z.string()),
  details: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
})
export type ProblemBody = z.infer<typeof ProblemBody>
