import { buildIndexes } from '@utter/storage/build-indexes'
import { openDeletedAccounts } from '@utter/storage/deleted-accounts'
import { openServed } from '@utter/storage/served/served-figures'
import { openSweepLeases } from '@utter/storage/sweep-leases'
import { openAllowances } from './store/allowances.ts'
import { openChapters } from './store/chapters.ts'
import { openJobs } from './store/jobs.ts'
import { openUsage } from './store/usage.ts'
import { openWorks } from './store/works.ts'

await buildIndexes('jobs', [
  openJobs,
  openAllowances,
  openUsage,
  openWorks,
  openChapters,
  openServed,
  openDeletedAccounts,
  openSweepLeases,
])
