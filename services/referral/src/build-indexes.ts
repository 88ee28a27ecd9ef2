import { buildIndexes } from '@utter/storage/build-indexes'
import { openDeletedAccounts } from '@utter/storage/deleted-accounts'
import { openMembers } from './store/members.ts'
import { openFirstJobs, openPayers } from './store/noted-accounts.ts'

await buildIndexes('referral', [openMembers, openFirstJobs, openPayers, openDeletedAccounts])
