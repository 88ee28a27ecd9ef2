import * as z from 'zod/mini'
import { Instant, UserId } from '../../../ids.ts'

/** The largest credit that the operator gives at once, in the smallest unit of its currency: a slip of the finger is no fortune. */
export const maxCreditCents = 100_000

const text = (name: string, max: number) =>
  z
    .string(`${name} is required`)
    .check(
      z.trim(),
      z.minLength(1, `${name} is required`),
      z.maxLength(max, `${name} must be at most ${max} characters`),
    )
const cents = (max: number) =>
  z
    .number('cents must be a number')
    .check(
      z.int('cents must be a whole number'),
      z.gte(1, 'cents must be at least 1'),
      z.lte(max, `cents must be at most ${max}`),
    )
/** Why, who has given it, and the currency that `cents` are meant in: they are its smallest unit. */
const about = {
  reason: text('reason', 200),
  by: text('by', 100),
  currency: z._default(
    z
      .string('currency must be a code such as eur')
      .check(z.toLowerCase(), z.regex(/^[a-z]{3}$/, 'currency must be a code such as eur')),
    'usd',
  ),
}

/** `POST /internal/accounts/:userId/refunds`, operator to billing: without an invoice the last one that was paid, without an amount all of it. */
export const RefundInvoice = z.object({
  ...about,
  invoice: z.optional(text('invoice', 100)),
  cents: z.optional(cents(99_999_999)),
  /** Ends the plan at once as well. */
  cancels: z._default(z.boolean('cancels must be true or false'), false),
})
export type RefundInvoice = z.input<typeof RefundInvoice>

/** `POST /internal/accounts/:userId/credits`, operator to billing: the account's next invoices take it off. */
export const GiveCredit = z.object({ ...about, cents: cents(maxCreditCents) })
export type GiveCredit = z.input<typeof GiveCredit>

/** A refund or a credit of the operator's. The same one, for the same reason, is given once. */
export const AdjustmentView = z.object({
  kind: z.enum(['refund', 'credit']),
  userId: UserId,
  cents: z.int(),
  currency: z.string(),
  reason: z.string(),
  by: z.string(),
  at: Instant,
  /** The number of the invoice that is refunded. */
  invoice: z.optional(z.string()),
  /** Whether the plan was ended with it. */
  cancels: z.optional(z.literal(true)),
  /** Stripe's id; absent: it is not made yet, and the same command makes it. */
  stripeId: z.optional(z.string()),
  /** When the customer's bank had not taken it: the money is back at Stripe. */
  failedAt: z.optional(Instant),
})
export type AdjustmentView = z.infer<typeof AdjustmentView>
/** `isNew`: false where the same was given before. */
export const GivenAdjustment = z.extend(AdjustmentView, { isNew: z.boolean() })
export type GivenAdjustment = z.infer<typeof GivenAdjustment>

/** `GET /internal/billing/adjustments`, billing to operator: the latest 1,000, of all accounts or of one, newest first. */
export const ListAdjustments = z.object({ userId: z.optional(UserId) })
export const Adjustments = z.object({ adjustments: z.array(AdjustmentView) })
export type Adjustments = z.infer<typeof Adjustments>
