import { buildIndexes } from '@utter/storage/build-indexes'
import { openDeletedAccounts } from '@utter/storage/deleted-accounts'
import { openSweepLeases } from '@utter/storage/sweep-leases'
import { openDeliveries } from './store/deliveries.ts'
import { openEndpoints } from './store/endpoints.ts'

await buildIndexes('notifier', [openEndpoints, openDeliveries, openSweepLeases, openDeletedAccounts])
