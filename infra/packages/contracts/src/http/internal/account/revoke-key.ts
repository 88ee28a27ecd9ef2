import * as z from 'zod/mini'

/** `DELETE /internal/keys/:id?email=…`, operator to account: its parameters, and its answer. */
export const RevokedKey = z.object({ id: z.string() })
