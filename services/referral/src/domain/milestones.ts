/** Bonus calls by the number of friends who have completed their first job. */
export const milestones = [
  { referrals: 1, reward: 50, description: 'Your first friend' },
  { referrals: 5, reward: 300, description: 'A small choir' },
  { referrals: 10, reward: 750, description: 'A full band' },
  { referrals: 25, reward: 2_500, description: 'An orchestra' },
  { referrals: 50, reward: 6_000, description: 'A concert hall' },
]

/** The bonus calls that an account has earned with so many friends: the sum of the milestones that it has reached. */
export const bonusCallsFor = (count: number): number =>
  milestones.reduce((sum, { referrals, reward }) => (count >= referrals ? sum + reward : sum), 0)

/** Null once every milestone is reached. */
export function nextMilestone(count: number): { referrals: number; reward: number } | null {
  const next = milestones.find(({ referrals }) => referrals > count)
  return next ? { referrals: next.referrals, reward: next.reward } : null
}
