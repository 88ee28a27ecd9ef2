import * as z from 'zod/mini'
import { Instant } from '../../ids.ts'
import { TierName } from '../../tiers.ts'
import { sentBody } from '../fields.ts'

/** US dollars that no spending limit exceeds; most accounts have a lower bound. */
export const maxSpendingDollars = 10_000
const sentence = 'dollars must be between 0 and 10,000'

/** `PUT /api/usage/spending-limit`: what a period's overage may cost; null is the plan's price again, 0 none. */
export const SetSpendingLimit = sentBody({
  dollars: z.nullable(z.number(sentence).check(z.gte(0, sentence), z.lte(maxSpendingDollars, sentence))),
})
export type SetSpendingLimit = z.infer<typeof SetSpendingLimit>

/**
 * The limit from now on, in US dollars, and the calls that it allows in this period besides the plan's and the bonus.
 */
export const SpendingLimit = z.object({ spendingLimit: z.number(), overageCalls: z.int() })
export type SpendingLimit = z.infer<typeof SpendingLimit>

/** UTC days that one request may ask for, both ends included. */
export const maxUsageDays = 366

/** A day in UTC, as a query has it. */
export const day = (field: string) => z.iso.date(`${field} must be a day such as 2026-03-20`)

/** The query of `GET /api/usage`: days in UTC, both included; without them those of the present period. */
export const UsageQuery = z.object({
  from: z.optional(day('from')),
  to: z.optional(day('to')),
  format: z.optional(z.enum(['json', 'csv'], 'format must be json or csv')),
})

/**
 * `GET /api/usage`: the calls of the present period, and of the days that were asked for the calls of the jobs that ended on them, by
 * day, voice and key. A job that has not ended is used, and on no day yet.
 */
export const UsageView = z.object({
  tier: TierName,
  periodStart: Instant,
  periodEnd: Instant,
  /** Calls that weigh on the present plan's limit: bonus calls and overage of the period's earlier plans are paid, and do not. */
  apiCallsUsed: z.int(),
  /** Calls that the account's jobs took in this period, on each of its plans: the sum of its days once all jobs have ended. */
  takenCalls: z.optional(z.int()),
  /** The plan's calls; −1 is unlimited. Bonus calls and overage come on top. */
  apiCallsLimit: z.int(),
  /** The period's calls before the account's email address is verified, and how many of them are left. Absent: there is no such bound. */
  unverified: z.optional(z.object({ limit: z.int(), left: z.int() })),
  bonusCallsEarned: z.int(),
  bonusCallsLeft: z.int(),
  overageCallsUsed: z.int(),
  /** US dollars with two decimals. */
  overageCost: z.string(),
  /** US dollars that a period's overage may cost; null on a plan without overage. */
  spendingLimit: z.nullable(z.number()),
  /** The highest that its owner may set. It grows with what was paid. Absent on a plan without overage. */
  maxSpendingLimit: z.optional(z.number()),
  /** Percent of the plan's and the bonus calls that is used up, where that is worth a warning. */
  warning: z.nullable(z.literal([80, 100])),
  days: z.array(z.object({ day: z.iso.date(), calls: z.int() })),
  voices: z.array(z.object({ voiceId: z.string(), calls: z.int() })),
  /** Null: by a session. */
  keys: z.array(z.object({ keyId: z.nullable(z.string()), calls: z.int() })),
})
export type UsageView = z.infer<typeof UsageView>
