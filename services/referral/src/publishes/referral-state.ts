import { ReferralState } from '@utter/contracts/events/referral-state'
import { eventOf } from '@utter/messaging/outgoing-event'
import type { Member } from '../domain/member.ts'

export const referralState = ({
  _id,
  version,
  code,
  referralCount,
  bonusCallsEarned,
}: Pick<Member, '_id' | 'version' | 'code' | 'referralCount' | 'bonusCallsEarned'>) =>
  eventOf(ReferralState, { userId: _id, version, data: { referralCode: code, referralCount, bonusCallsEarned } })
