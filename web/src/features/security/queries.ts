import { SessionRows } from '@utter/contracts/http/account/sessions'
import { resource } from '../../lib/server/resource.ts'

/** Where the account is logged in. Other browsers log in and out without this page: read again whenever it is shown. */
export const sessionsQuery = {
  ...resource(['/api', 'auth', 'sessions'], SessionRows),
  refetchOnMount: 'always' as const,
}
