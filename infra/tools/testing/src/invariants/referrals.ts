import { areSamePerson, maxUnpaid } from '@utter/referral/domain/member'
import { bonusCallsFor } from '@utter/referral/domain/milestones'
import { endOf } from './job-invariants.ts'
import type { Snapshot } from './snapshot.ts'

/** A friend counts once, for one account, not for himself, when a job was completed; and everybody has referral's figures. */
export function referralViolations({
  userId,
  user,
  member,
  referrer,
  referrers,
  jobs: { jobs, allowance },
}: Snapshot): string[] {
  if (!member) return ['referral does not know the account']
  const { brought, referralCount, unpaid = [] } = member
  const broken: string[] = []
  if (new Set(brought).size !== brought.length) broken.push('a friend stands twice in what the account brought')
  if (referralCount !== brought.length)
    broken.push(`${referralCount} friends count, and ${brought.length} were brought`)
  if (unpaid.length > maxUnpaid || unpaid.some((id) => !brought.includes(id)))
    broken.push(`${unpaid.length} friends who have not paid count, of ${brought.length}`)
  const reached = bonusCallsFor(brought.length)
  if (member.bonusCallsEarned !== reached)
    broken.push(`${member.bonusCallsEarned} bonus calls are earned, and the milestones are worth ${reached}`)
  if (brought.includes(userId)) broken.push('the account brought itself')
  if (referrers.length > 1) broken.push(`${referrers.length} accounts are credited for the same friend`)
  const hasCompleted = jobs.some((job) => endOf(job) === 'completed')
  if (referrers.length > 0 && !hasCompleted) broken.push('somebody is credited for an account without a completed job')
  for (const { _id } of referrers)
    if (_id !== referrer?._id) broken.push(`${_id} is credited, and the account did not come by that code`)
  const hasRoom = (referrer?.unpaid?.length ?? 0) < maxUnpaid
  const isOwed = referrer && hasRoom && !areSamePerson(referrer, member) && hasCompleted
  if (isOwed && referrers.length === 0) broken.push(`${referrer._id} brought the account and is not credited`)
  if (
    user &&
    (user.referralVersion !== member.version ||
      user.referralCount !== member.referralCount ||
      user.bonusCallsEarned !== member.bonusCallsEarned ||
      user.referralCode !== member.code)
  )
    broken.push(`account has the referrals at ${user.referralVersion}, referral at ${member.version}`)
  // An account without a bonus may have no allowance yet.
  const { bonusEarned: earned = 0, bonusSpent = 0, used = 0 } = allowance ?? {}
  // Calls that were used before their bonus was taken back stay.
  const isSpent = earned > member.bonusCallsEarned && earned <= bonusSpent + used
  if (earned !== member.bonusCallsEarned && !isSpent)
    broken.push(`jobs has ${earned} bonus calls of the account, referral ${member.bonusCallsEarned}`)
  return broken
}
