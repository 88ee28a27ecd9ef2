import * as z from 'zod/mini'
import { Instant, UserId } from '../../ids.ts'
import { SubscriptionStatus, TierName } from '../../tiers.ts'
import { Suspension } from './suspension.ts'

/** An account, as its owner may see it. */
export const UserView = z.object({
  id: UserId,
  username: z.string(),
  email: z.string(),
  /** When its address was verified; null: not yet. Absent: account is of an earlier version. */
  emailVerifiedAt: z.optional(z.nullable(Instant)),
  /** The language of its mails. Absent: English, since none was chosen. */
  language: z.optional(z.string()),
  subscriptionTier: TierName,
  subscriptionStatus: SubscriptionStatus,
  /** Absent: by the account's subscription, or by nobody. */
  planSetBy: z.optional(z.literal('operator')),
  /** When the plan ends, and the one that follows at the period's end; absent: it goes on. */
  cancelAt: z.optional(Instant),
  nextTier: z.optional(TierName),
  apiCallsUsed: z.int(),
  apiCallsLimit: z.int(),
  /** Characters of the text of a call. Absent: account is of an earlier version. */
  charactersPerCall: z.optional(z.int()),
  overageCallsUsed: z.int(),
  /** US dollars with two decimals. */
  overageCost: z.string(),
  billingPeriodStart: Instant,
  billingPeriodEnd: Instant,
  webhookUrl: z.nullable(z.string()),
  referralCode: z.nullable(z.string()),
  bonusCallsEarned: z.int(),
  referralCount: z.int(),
  /** Absent: the account is not suspended. */
  suspension: z.optional(Suspension),
  createdAt: Instant,
  updatedAt: Instant,
})
export type UserView = z.infer<typeof UserView>
export const UserAnswer = z.object({ user: UserView })
export const MessageAnswer = z.object({ message: z.string() })
