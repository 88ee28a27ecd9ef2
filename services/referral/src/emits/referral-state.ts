import { ReferralState } from '@utter/contracts/events/referral-state'
import { fact } from '@utter/messaging/fact'
import type { Member } from '../domain/member.ts'

export const referralState = ({ _id, version, code, referralCount, bonusCallsEarned }: Member) =>
  fact(ReferralState, { userId: _id, version, data: { referralCode: code, referralCount, bonusCallsEarned } })
