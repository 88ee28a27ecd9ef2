import type { Call } from './api/call.ts'
import type { Player } from './clock/player.ts'
import type { Deliveries } from './events/deliver.ts'
import { account } from './resources/account.ts'
import { balanceTransactions } from './resources/bills/balance-transactions.ts'
import { charges } from './resources/bills/charges.ts'
import { disputes } from './resources/bills/disputes.ts'
import { invoiceItems } from './resources/bills/invoice-items.ts'
import { invoices } from './resources/bills/invoices.ts'
import { paymentIntents } from './resources/bills/payment-intents.ts'
import { previewInvoices } from './resources/bills/preview-invoice.ts'
import { refunds } from './resources/bills/refunds.ts'
import { checkoutSessions } from './resources/checkout-sessions.ts'
import { coupons } from './resources/coupons.ts'
import { customers } from './resources/customers.ts'
import { delivery } from './resources/delivery.ts'
import { events } from './resources/events.ts'
import { paymentMethods } from './resources/payment-methods.ts'
import { portalConfigurations } from './resources/portal/portal-configurations.ts'
import { portalSessions } from './resources/portal/portal-sessions.ts'
import { prices } from './resources/prices.ts'
import { products } from './resources/products.ts'
import { subscriptionSchedules } from './resources/subscriptions/subscription-schedules.ts'
import { subscriptions } from './resources/subscriptions/subscriptions.ts'
import { testClocks } from './resources/test-clocks.ts'
import { webhookEndpoints } from './resources/webhook-endpoints.ts'

/** Every call that is answered. */
export const calls = (player: Player, deliveries: Deliveries): Call[] => [
  ...account,
  ...customers,
  ...balanceTransactions,
  ...coupons,
  ...products,
  ...prices,
  ...paymentMethods,
  ...paymentIntents,
  ...charges,
  ...refunds,
  ...disputes,
  ...checkoutSessions,
  ...portalConfigurations,
  ...portalSessions,
  ...subscriptions,
  ...subscriptionSchedules,
  previewInvoices,
  ...invoices,
  ...invoiceItems,
  ...webhookEndpoints,
  ...events,
  ...testClocks(player),
  ...delivery(deliveries),
]
