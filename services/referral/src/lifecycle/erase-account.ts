import type { Publish } from '@utter/messaging/open'
import type { Relay } from '@utter/messaging/publish/outbox'
import type { Clock } from '@utter/runtime/clock'
import { type Member, takenBackMs } from '../domain/member.ts'
import { referralState } from '../publishes/referral-state.ts'
import type { MemberStore } from '../store/members.ts'
import type { NotedAccounts } from '../store/noted-accounts.ts'

export type EraseDeps = {
  members: MemberStore
  firstJobs: NotedAccounts
  payers: NotedAccounts
  publish: Publish
  relay: Pick<Relay<Member>, 'soon'>
  clock: Clock
}

/**
 * Removes everything that referral has of an account. A friend of the last 30 days counts no more: jobs takes back what is left of the
 * bonus. The topic keeps an account's last state for ever, so that one is without a code.
 */
export async function eraseAccount(deps: EraseDeps, userId: string): Promise<void> {
  const { members, firstJobs, payers, publish, relay, clock } = deps
  const member = await members.read(userId)
  const version = (member?.version ?? 0) + 1
  await publish([referralState({ _id: userId, version, code: '', referralCount: 0, bonusCallsEarned: 0 })])
  if (member && isNew(member, clock.now())) {
    const referrer = await members.takeBack(userId, clock.now())
    if (referrer) relay.soon(referrer)
  }
  await members.remove(userId)
  await firstJobs.remove(userId)
  await payers.remove(userId)
}

/** Whether it counted in the last 30 days: with its code still there, if at all, a moment ago. */
const isNew = ({ countedAt, referredBy }: Member, now: Date): boolean =>
  referredBy !== undefined || (countedAt !== undefined && now.getTime() - countedAt.getTime() < takenBackMs)
