import { buildIndexes } from '@utter/storage/build-indexes'
import { openDeletedAccounts } from '@utter/storage/deleted-accounts'
import { openAdjustments } from './store/adjustments.ts'
import { openChores } from './store/chores.ts'
import { openDebts } from './store/debts.ts'
import { openFormerCustomers } from './store/former-customers.ts'
import { openInvoiceItems } from './store/invoice-items.ts'
import { openLedger } from './store/ledger.ts'
import { openStripeEvents } from './store/stripe-events.ts'
import { openSubscriptions } from './store/subscriptions.ts'

await buildIndexes('billing', [
  openSubscriptions,
  openLedger,
  openStripeEvents,
  openInvoiceItems,
  openDebts,
  openFormerCustomers,
  openAdjustments,
  openChores,
  openDeletedAccounts,
])
