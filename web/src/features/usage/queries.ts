import { ApiKeyViews } from '@utter/contracts/http/api-keys'
import { UsageView } from '@utter/contracts/http/usage'
import { resource } from '../../lib/resource.ts'

/** The present period's calls and costs, and its days until today. */
export const usageQuery = resource(['/api', 'usage'], UsageView)

/** For the names of keys; revoked ones are not among them, and new ones may have been made elsewhere. */
export const keysQuery = { ...resource(['/api', 'keys'], ApiKeyViews), refetchOnMount: 'always' as const }
