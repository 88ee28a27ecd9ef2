import * as z from 'zod/mini'

/** Why an account's webhook is disabled. `gone`: the receiver answered 410. `failing`: nothing was delivered for five days, and tries failed on three of them. */
export const disabledReasons = ['gone', 'failing'] as const
export const DisabledReason = z.enum(disabledReasons)
export type DisabledReason = z.infer<typeof DisabledReason>
