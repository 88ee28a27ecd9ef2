import { buildIndexes } from '@utter/storage/build-indexes'
import { openClaims } from '@utter/storage/claims'
import { openDeletedAccounts } from '@utter/storage/deleted-accounts'
import { openOwnVoices } from './store/own-voices.ts'
import { openSpeeds } from './store/speeds.ts'
import { openSweepLeases } from './store/sweep-leases.ts'

await buildIndexes('speech', [openClaims, openSweepLeases, openOwnVoices, openDeletedAccounts, openSpeeds])
