import * as z from 'zod/mini'

/** Why an account's webhook is disabled. `gone`: the receiver answered 410. `failing`: five days of tries have failed. */
export const disabledReasons = ['gone', 'failing'] as const
export const DisabledReason = z.enum(disabledReasons)
export type DisabledReason = z.infer<typeof DisabledReason>
