import { buildIndexes } from '@utter/storage/build-indexes'
import { openDeletedAccounts } from '@utter/storage/deleted-accounts'
import { openServed } from '@utter/storage/served/served-figures'
import { openSweepLeases } from '@utter/storage/sweep-leases'
import { openDeliveries } from './store/deliveries.ts'
import { openEndpoints } from './store/endpoints.ts'
import { openMailChoices } from './store/mail-choices.ts'
import { openNotices } from './store/notices.ts'

await buildIndexes('notifier', [
  openEndpoints,
  openDeliveries,
  openNotices,
  openMailChoices,
  openServed,
  openSweepLeases,
  openDeletedAccounts,
])
