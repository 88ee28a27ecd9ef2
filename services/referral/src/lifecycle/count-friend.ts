import type { ConsumeDeps } from '../deps.ts'
import { areSamePerson, type Member } from '../domain/member.ts'

/**
 * Counts a friend who has completed a job for the referrer, once. An account of the referrer's own does not count, and one that has not
 * paid only while five others of them do not: it waits for its payment.
 */
export async function countFriend({ members, payers, relay, clock }: ConsumeDeps, friend: Member): Promise<void> {
  if (!friend.referredBy) return
  const referrer = await members.byCode(friend.referredBy)
  if (!referrer || areSamePerson(referrer, friend)) return members.settled(friend._id)
  const now = clock.now()
  const hasPaid = await payers.has(friend._id)
  const counted = await members.bring(referrer._id, friend._id, hasPaid, now)
  if (counted === 'no room') return
  if (counted) relay.soon(counted)
  // Noted meanwhile, by a payment that found it not yet counted.
  if (!hasPaid && (await payers.has(friend._id))) await members.paid(friend._id)
  await members.settled(friend._id, now)
}
