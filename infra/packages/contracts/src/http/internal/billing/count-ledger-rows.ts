import * as z from 'zod/mini'

/** `GET /internal/accounts/:userId/ledger`, billing to operator: the calls of all periods that the account owes, one row each. */
export const LedgerRows = z.object({ rows: z.int() })
