import * as z from 'zod/mini'

/** The query by which the operator names an account: `?email=…`, ignoring case. */
export const AccountByEmail = z.object({ email: z.string() })
