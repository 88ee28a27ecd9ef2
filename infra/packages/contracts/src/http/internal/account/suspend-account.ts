import * as z from 'zod/mini'

/** `PUT /internal/suspensions`, operator to account. */
export const SuspendAccount = z.object({
  email: z.string(),
  /** Its owner reads it. */
  reason: z
    .string('reason is required')
    .check(z.trim(), z.minLength(1, 'reason is required'), z.maxLength(200, 'reason must be at most 200 characters')),
})
export type SuspendAccount = z.infer<typeof SuspendAccount>
