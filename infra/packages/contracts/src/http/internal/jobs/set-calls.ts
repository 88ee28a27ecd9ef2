import * as z from 'zod/mini'

export const CallsUsed = z.object({
  used: z.number().check(z.int('used must be a whole number'), z.gte(0, 'used must not be negative')),
})

/** `PUT /internal/accounts/:userId/calls`, operator to jobs: calls used in the present period, answered with the new figure. */
export const SetCalls = z.extend(CallsUsed, { signedUpAt: z.iso.datetime('signedUpAt must be a time') })
export type SetCalls = z.infer<typeof SetCalls>
