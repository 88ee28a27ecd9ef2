import { buildIndexes } from '@utter/storage/build-indexes'
import { openDeletedAccounts } from '@utter/storage/deleted-accounts'
import { openFirstJobs } from './store/first-jobs.ts'
import { openMembers } from './store/members.ts'

await buildIndexes('referral', [openMembers, openFirstJobs, openDeletedAccounts])
