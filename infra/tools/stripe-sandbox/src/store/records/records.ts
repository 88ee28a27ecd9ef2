import type { Price, Product } from './catalog.ts'
import type { Charge, Dispute } from './charges.ts'
import type { BalanceTransaction, Customer, PaymentIntent, PaymentMethod, Refund } from './customers.ts'
import type { Coupon, Discount, PromotionCode } from './discounts.ts'
import type { StripeEvent, WebhookEndpoint } from './events.ts'
import type { Invoice, InvoiceItem } from './invoices.ts'
import type { PortalConfiguration, PortalSession } from './portal.ts'
import type { CheckoutSession } from './sessions.ts'
import type { Schedule, Subscription } from './subscriptions.ts'

export type Records = {
  customers: Customer
  balanceTransactions: BalanceTransaction
  products: Product
  prices: Price
  paymentMethods: PaymentMethod
  paymentIntents: PaymentIntent
  charges: Charge
  refunds: Refund
  disputes: Dispute
  coupons: Coupon
  promotionCodes: PromotionCode
  discounts: Discount
  checkoutSessions: CheckoutSession
  portalSessions: PortalSession
  portalConfigurations: PortalConfiguration
  subscriptions: Subscription
  schedules: Schedule
  invoices: Invoice
  invoiceItems: InvoiceItem
  webhookEndpoints: WebhookEndpoint
  events: StripeEvent
}
