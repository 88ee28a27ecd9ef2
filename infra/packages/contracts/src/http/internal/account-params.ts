import * as z from 'zod/mini'

/** Parameters of every internal path that begins with an account: `/internal/accounts/:userId/…`. */
export const AccountParams = z.object({ userId: z.uuid('userId must be a UUID') })
