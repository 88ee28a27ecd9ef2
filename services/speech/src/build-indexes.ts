import { buildIndexes } from '@utter/storage/build-indexes'
import { openClaims } from '@utter/storage/claims'
import { openSweepLeases } from './store/sweep-leases.ts'

await buildIndexes('speech', [openClaims, openSweepLeases])
