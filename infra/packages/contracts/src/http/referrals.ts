import * as z from 'zod/mini'

const Milestone = z.object({ referrals: z.int(), reward: z.int() })

export const ReferralStats = z.object({
  referralCount: z.int(),
  bonusCallsEarned: z.int(),
  referralUrl: z.string(),
  /** Null once every milestone is reached. */
  nextMilestone: z.nullable(Milestone),
  milestones: z.array(z.extend(Milestone, { description: z.string() })),
})
export type ReferralStats = z.infer<typeof ReferralStats>
