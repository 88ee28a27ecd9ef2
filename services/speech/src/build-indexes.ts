import { buildIndexes } from '@utter/storage/build-indexes'
import { openClaims } from '@utter/storage/claims'
import { openDeletedAccounts } from '@utter/storage/deleted-accounts'
import { openSpeeds } from './store/speeds.ts'
import { openSweepLeases } from './store/sweep-leases.ts'

await buildIndexes('speech', [openClaims, openSweepLeases, openDeletedAccounts, openSpeeds])
