import { ReferralStats } from '@utter/contracts/http/referrals'
import { resource } from '../../lib/resource.ts'

/** Friends who join are counted elsewhere, while the app does not know: read anew each time that it is shown. */
export const referralsQuery = {
  ...resource(['/api', 'referrals', 'stats'], ReferralStats),
  refetchOnMount: 'always' as const,
}
