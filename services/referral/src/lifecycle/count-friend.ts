import type { ConsumeDeps } from '../deps.ts'
import { areSamePerson, type Member } from '../domain/member.ts'

/** Counts a friend who has completed a job for the referrer, once. An account of the referrer's own does not count. */
export async function countFriend({ members, relay, clock }: ConsumeDeps, friend: Member): Promise<void> {
  if (!friend.referredBy) return
  const referrer = await members.byCode(friend.referredBy)
  if (referrer && !areSamePerson(referrer, friend)) {
    const counted = await members.bring(referrer._id, friend._id, clock.now())
    if (counted) relay.soon(counted)
  }
  await members.settled(friend._id)
}
