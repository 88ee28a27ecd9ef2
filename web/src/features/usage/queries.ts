import { UsageView } from '@utter/contracts/http/jobs/usage'
import { resource } from '../../lib/server/resource.ts'

/** The present period's calls and costs, and its days until today. */
export const usageQuery = resource(['/api', 'usage'], UsageView)
