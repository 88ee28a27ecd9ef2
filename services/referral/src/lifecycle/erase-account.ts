import type { Publish } from '@utter/messaging/open'
import { referralState } from '../publishes/referral-state.ts'
import type { FirstJobs } from '../store/first-jobs.ts'
import type { MemberStore } from '../store/members.ts'

export type EraseDeps = { members: MemberStore; firstJobs: FirstJobs; publish: Publish }

/** Removes everything that referral has of an account. The topic keeps an account's last state for ever, so that one is without a code. */
export async function eraseAccount({ members, firstJobs, publish }: EraseDeps, userId: string): Promise<void> {
  const version = ((await members.read(userId))?.version ?? 0) + 1
  await publish([referralState({ _id: userId, version, code: '', referralCount: 0, bonusCallsEarned: 0 })])
  await members.remove(userId)
  await firstJobs.remove(userId)
}
