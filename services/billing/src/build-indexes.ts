import { buildIndexes } from '@utter/storage/build-indexes'
import { openLedger } from './store/ledger.ts'
import { openSubscriptions } from './store/subscriptions.ts'

await buildIndexes('billing', [openSubscriptions, openLedger])
