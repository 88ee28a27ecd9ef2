import { buildIndexes } from '@utter/storage/build-indexes'
import { openDeletedAccounts } from '@utter/storage/deleted-accounts'
import { openLedger } from './store/ledger.ts'
import { openSubscriptions } from './store/subscriptions.ts'

await buildIndexes('billing', [openSubscriptions, openLedger, openDeletedAccounts])
