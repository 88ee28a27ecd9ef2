import * as z from 'zod/mini'

/** `POST /internal/accounts/:userId/recount`, jobs to operator: whether the allowance was counted again. */
export const Recounted = z.object({ done: z.boolean() })
