import * as z from 'zod/mini'

/** The query by which the operator names an account: `?email=…`, in whatever case. */
export const AccountByEmail = z.object({ email: z.string() })
