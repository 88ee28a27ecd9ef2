import { ApiKeyViews } from '@utter/contracts/http/account/api-keys'
import { resource } from '../../lib/server/resource.ts'

/** The account's API keys, oldest first. Their use goes on without this page: read again whenever it is shown. */
export const keysQuery = { ...resource(['/api', 'keys'], ApiKeyViews), refetchOnMount: 'always' as const }
