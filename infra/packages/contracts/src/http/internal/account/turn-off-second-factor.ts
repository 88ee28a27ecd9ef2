import * as z from 'zod/mini'

/** `DELETE /internal/second-factors?email=…`, operator to account. */
export const TurnedOffSecondFactor = z.object({
  /** False: no authenticator app was on. */
  wasOn: z.boolean(),
})
