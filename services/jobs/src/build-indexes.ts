import { buildIndexes } from '@utter/storage/build-indexes'
import { openDeletedAccounts } from '@utter/storage/deleted-accounts'
import { openSweepLeases } from '@utter/storage/sweep-leases'
import { openAllowances } from './store/allowances.ts'
import { openJobs } from './store/jobs.ts'
import { openUsage } from './store/usage.ts'

await buildIndexes('jobs', [openJobs, openAllowances, openUsage, openDeletedAccounts, openSweepLeases])
