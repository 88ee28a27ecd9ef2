import { buildIndexes } from '@utter/storage/build-indexes'
import { openAllowances } from './store/allowances.ts'
import { openJobs } from './store/jobs.ts'

await buildIndexes('jobs', [openJobs, openAllowances])
