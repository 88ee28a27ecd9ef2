import { buildIndexes } from '@utter/storage/build-indexes'
import { openFirstJobs } from './store/first-jobs.ts'
import { openMembers } from './store/members.ts'

await buildIndexes('referral', [openMembers, openFirstJobs])
