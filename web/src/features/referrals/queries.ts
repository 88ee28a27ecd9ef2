import { ReferralStats } from '@utter/contracts/http/referrals'
import { resource } from '../../lib/server/resource.ts'

/** Read again each time that it is shown: friends who join are counted without an event to this app. */
export const referralsQuery = {
  ...resource(['/api', 'referrals', 'stats'], ReferralStats),
  refetchOnMount: 'always' as const,
}
