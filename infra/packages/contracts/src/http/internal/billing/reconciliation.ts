import * as z from 'zod/mini'
import { Instant } from '../../../ids.ts'
import { Reconciliation } from './reconcile-billing.ts'

/**
 * `POST /internal/billing/reconciliation`, operator to billing, begins a comparison of all accounts unless one goes on, `GET` follows
 * it. Both answer what the last one that ended has found.
 */
export const ReconciliationOfAll = z.extend(Reconciliation, {
  /** All differences: only the first 500 are listed. */
  found: z.int(),
  /** Absent: none has ended yet. */
  endedAt: z.optional(Instant),
  /** Accounts that the present comparison has behind it. Absent: none goes on. */
  compared: z.optional(z.int()),
})
export type ReconciliationOfAll = z.infer<typeof ReconciliationOfAll>
