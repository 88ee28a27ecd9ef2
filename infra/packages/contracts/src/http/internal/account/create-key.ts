import * as z from 'zod/mini'
import { Scope } from '../../../credential.ts'

/** `POST /internal/keys`, operator to account. */
export const CreateKey = z.object({
  email: z.string(),
  name: z.string(),
  scopes: z.array(Scope),
  /** Days until it expires; without it a key never does. */
  days: z.optional(z.number().check(z.int('days must be a whole number'), z.gte(1, 'days must be at least 1'))),
})
export type CreateKey = z.infer<typeof CreateKey>

/** The key itself is shown in this answer alone: the database has only its hash. */
export const CreatedKey = z.object({ id: z.string(), key: z.string() })
