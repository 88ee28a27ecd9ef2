import { buildIndexes } from '@utter/storage/build-indexes'
import { openClaims } from '@utter/storage/claims'
import { openDeletedAccounts } from '@utter/storage/deleted-accounts'
import { openSweepLeases } from '@utter/storage/sweep-leases'
import { openKeptPieces } from './store/kept-pieces.ts'
import { openOwnVoices } from './store/own-voices.ts'
import { openSpeeds } from './store/speeds.ts'

await buildIndexes('speech', [
  ...[openClaims, openSweepLeases, openOwnVoices, openDeletedAccounts, openSpeeds],
  openKeptPieces,
])
