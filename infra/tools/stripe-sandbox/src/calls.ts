import type { Call } from './api/call.ts'
import type { Player } from './clock/player.ts'
import type { Deliveries } from './events/deliver.ts'
import { account } from './resources/account.ts'
import { balanceTransactions } from './resources/balance-transactions.ts'
import { checkoutSessions } from './resources/checkout-sessions.ts'
import { customers } from './resources/customers.ts'
import { delivery } from './resources/delivery.ts'
import { events } from './resources/events.ts'
import { invoiceItems } from './resources/invoice-items.ts'
import { invoices } from './resources/invoices.ts'
import { paymentIntents } from './resources/payment-intents.ts'
import { paymentMethods } from './resources/payment-methods.ts'
import { portalConfigurations } from './resources/portal-configurations.ts'
import { portalSessions } from './resources/portal-sessions.ts'
import { prices } from './resources/prices.ts'
import { products } from './resources/products.ts'
import { refunds } from './resources/refunds.ts'
import { subscriptionSchedules } from './resources/subscription-schedules.ts'
import { subscriptions } from './resources/subscriptions.ts'
import { testClocks } from './resources/test-clocks.ts'
import { webhookEndpoints } from './resources/webhook-endpoints.ts'

/** Every call that is answered. */
export const calls = (player: Player, deliveries: Deliveries): Call[] => [
  ...account,
  ...customers,
  ...balanceTransactions,
  ...products,
  ...prices,
  ...paymentMethods,
  ...paymentIntents,
  ...refunds,
  ...checkoutSessions,
  ...portalConfigurations,
  ...portalSessions,
  ...subscriptions,
  ...subscriptionSchedules,
  ...invoices,
  ...invoiceItems,
  ...webhookEndpoints,
  ...events,
  ...testClocks(player),
  ...delivery(deliveries),
]
