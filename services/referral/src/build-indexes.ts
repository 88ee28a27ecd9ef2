import { buildIndexes } from '@utter/storage/build-indexes'
import { openMembers } from './store/members.ts'

await buildIndexes('referral', [openMembers])
