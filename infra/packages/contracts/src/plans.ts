import * as z from 'zod/mini'
import { limits } from './jobs.ts'
import { TierName } from './tiers.ts'

// The first window of the web has the names without the table.
export { SubscriptionStatus, TierName, tierNames, titleOf } from './tiers.ts'

/** Unlimited calls. */
export const unlimited = -1

/** Own voices that an account may have on any plan. */
export const maxOwnVoices = 50

export const Plan = z.object({
  name: TierName,
  /** US dollars a month; null: agreed one by one. */
  price: z.nullable(z.number()),
  /** Calls a month; −1 is unlimited. */
  apiCallsLimit: z.int(),
  /** US dollars for a call past the limit; null: none is sold. */
  overagePrice: z.nullable(z.number()),
  overageEnabled: z.boolean(),
  /** Jobs that may be active at the same time. */
  concurrency: z.int(),
  /** Jobs in one batch; 0: no batches. */
  batch: z.int(),
  /** Requests in 60 s. */
  rate: z.int(),
  webhooks: z.boolean(),
  /** Characters of the text of a call. A `PLANS_FILE` of before does not name them. */
  charactersPerCall: z._default(z.int().check(z.gte(1), z.lte(limits.ttsText)), limits.ttsText),
  /** Direct chats of an account in a UTC day; −1 is unlimited, as in a `PLANS_FILE` of before. */
  chatsPerDay: z._default(z.int(), unlimited),
  /** Own voices of an account; 0: none. A `PLANS_FILE` of before does not name them. */
  ownVoices: z._default(z.int().check(z.gte(0), z.lte(maxOwnVoices)), 0),
  /** Whether an account has a list of pronunciations. A `PLANS_FILE` of before does not say so. */
  pronunciations: z._default(z.boolean(), false),
  /** Whether jobs keep the times of their words. A `PLANS_FILE` of before does not say so. */
  wordTimestamps: z._default(z.boolean(), false),
  /** Whether an account has works: books. A `PLANS_FILE` of before does not say so. */
  works: z._default(z.boolean(), false),
  /** Days that texts and audio are kept; null: as agreed. */
  retentionDays: z.nullable(z.int()),
  features: z.array(z.string()),
})
export type Plan = z.infer<typeof Plan>
export const Plans = z.array(Plan)

/** The plans as sold. `GET /api/plans` serves them; `PLANS_FILE` replaces them. */
export const standardPlans: Plan[] = [
  {
    name: 'free',
    price: 0,
    apiCallsLimit: 100,
    overagePrice: null,
    overageEnabled: false,
    concurrency: 2,
    batch: 0,
    rate: 10,
    webhooks: false,
    charactersPerCall: 2_000,
    chatsPerDay: 50,
    ownVoices: 0,
    pronunciations: false,
    wordTimestamps: false,
    works: false,
    retentionDays: 30,
    features: [
      '100 calls a month',
      '2,000 characters a call',
      'Every standard voice',
      'Live status',
      '2 jobs at once',
      '50 chats a day',
      'Kept for 30 days',
    ],
  },
  {
    name: 'starter',
    price: 39,
    apiCallsLimit: 5_000,
    overagePrice: 0.04,
    overageEnabled: true,
    concurrency: 5,
    batch: 10,
    rate: 10,
    webhooks: true,
    charactersPerCall: limits.ttsText,
    chatsPerDay: 1_000,
    ownVoices: 0,
    pronunciations: false,
    wordTimestamps: false,
    works: false,
    retentionDays: 180,
    features: [
      '5,000 calls a month',
      '10,000 characters a call',
      'Webhooks',
      'Batches of 10',
      '5 jobs at once',
      '1,000 chats a day',
      'Kept for 180 days',
      'Overage at $0.04',
    ],
  },
  {
    name: 'creator',
    price: 79,
    apiCallsLimit: 15_000,
    overagePrice: 0.03,
    overageEnabled: true,
    concurrency: 10,
    batch: 50,
    rate: 10,
    webhooks: true,
    charactersPerCall: limits.ttsText,
    chatsPerDay: 3_000,
    ownVoices: 10,
    pronunciations: true,
    wordTimestamps: true,
    works: true,
    retentionDays: 180,
    features: [
      '15,000 calls',
      'Batches of 50',
      '10 own voices',
      'Pronunciation list',
      'Word timestamps',
      'Whole books',
      '10 jobs at once',
      '3,000 chats a day',
      'Kept for 180 days',
      'Overage at $0.03',
    ],
  },
  {
    name: 'pro',
    price: 199,
    apiCallsLimit: 50_000,
    overagePrice: 0.025,
    overageEnabled: true,
    concurrency: 30,
    batch: 100,
    rate: 10,
    webhooks: true,
    charactersPerCall: limits.ttsText,
    chatsPerDay: 10_000,
    ownVoices: maxOwnVoices,
    pronunciations: true,
    wordTimestamps: true,
    works: true,
    retentionDays: 180,
    features: [
      '50,000 calls',
      'Batches of 100',
      '50 own voices',
      '30 jobs at once',
      '10,000 chats a day',
      'Kept for 180 days',
      'Overage at $0.025',
    ],
  },
  {
    name: 'enterprise',
    price: null,
    apiCallsLimit: unlimited,
    overagePrice: null,
    overageEnabled: false,
    concurrency: 500,
    batch: 100,
    rate: 600,
    webhooks: true,
    charactersPerCall: limits.ttsText,
    chatsPerDay: unlimited,
    ownVoices: maxOwnVoices,
    pronunciations: true,
    wordTimestamps: true,
    works: true,
    retentionDays: null,
    features: ['Unlimited calls', 'Batches of 100', '50 own voices', '500 jobs at once', 'Own rate limits'],
  },
]

export function planOf(plans: Plan[], tier: TierName): Plan {
  const plan = plans.find((p) => p.name === tier)
  if (!plan) throw new Error(`the plans have no ${tier}`)
  return plan
}
