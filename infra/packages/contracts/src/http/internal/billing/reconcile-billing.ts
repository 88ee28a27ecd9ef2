import * as z from 'zod/mini'
import { UserId } from '../../../ids.ts'

/** The query of `GET /internal/billing/reconcile`, operator to billing: the account that is compared. */
export const ReconcileBilling = z.object({ userId: z.uuid('userId must be a UUID') })

export const differenceKinds = [
  'subscription',
  'unknown-price',
  'unknown-customer',
  'not-billed',
  'billed-too-much',
  'missing-item',
  'unknown-item',
  'wrong-quantity',
  'wrong-price',
  'item-twice',
  'unsent-item',
  'not-invoiced',
  'void-invoice',
  'row-without-terms',
  'unknown-segment',
  'bonus-billed',
  'bonus-exceeded',
  'not-compared',
] as const
export const Difference = z.object({
  userId: UserId,
  kind: z.enum(differenceKinds),
  /** For the operator; it names segments and ids, no person. */
  sentence: z.string(),
})
export type Difference = z.infer<typeof Difference>

/**
 * A comparison of our ledger with Stripe's invoice items, account by account. Nothing is corrected but a subscription whose change was
 * missed.
 */
export const Reconciliation = z.object({ accounts: z.int(), differences: z.array(Difference) })
export type Reconciliation = z.infer<typeof Reconciliation>
