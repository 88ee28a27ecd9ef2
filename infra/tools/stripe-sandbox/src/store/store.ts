import { notFound } from '../api/stripe-error.ts'
import type { Kind } from './ids.ts'
import type { Records } from './records/records.ts'
import type { State } from './state.ts'

/** How Stripe names each kind in its sentences. */
const names: Record<Kind, string> = {
  customers: 'customer',
  balanceTransactions: 'customer balance transaction',
  products: 'product',
  prices: 'price',
  paymentMethods: 'PaymentMethod',
  paymentIntents: 'payment_intent',
  charges: 'charge',
  refunds: 'refund',
  disputes: 'dispute',
  coupons: 'coupon',
  promotionCodes: 'promotion code',
  discounts: 'discount',
  checkoutSessions: 'checkout.session',
  portalSessions: 'billing_portal.session',
  portalConfigurations: 'configuration',
  subscriptions: 'subscription',
  schedules: 'subscription schedule',
  invoices: 'invoice',
  invoiceItems: 'invoiceitem',
  webhookEndpoints: 'webhook endpoint',
  events: 'event',
}

export type Store = ReturnType<typeof createStore>

/** Objects by kind and id. */
export function createStore(state: State) {
  return {
    find: <K extends Kind>(kind: K, id: string): Records[K] | undefined =>
      Object.hasOwn(state.records[kind], id) ? state.records[kind][id] : undefined,
    /** @throws Stripe's 404; `param` names the parameter that the id came in, as Stripe does with a 400 */
    get<K extends Kind>(kind: K, id: string, param?: string): Records[K] {
      const found = this.find(kind, id)
      // A deleted customer can be read, and nothing else.
      if (!found || 'deleted' in found) throw notFound(names[kind], id, param)
      return found
    },
    /** A customer by which a list is asked for: one that was deleted has its objects still. @throws Stripe's 400 for one that never was */
    knowCustomer(id: string | undefined): void {
      if (id !== undefined && !this.find('customers', id)) throw notFound(names.customers, id, 'customer')
    },
    add<K extends Kind>(kind: K, record: Records[K]): Records[K] {
      ;(state.records[kind] as Record<string, Records[K]>)[record.id] = record
      return record
    },
    remove: (kind: Kind, id: string) => {
      delete state.records[kind][id]
    },
    /** Oldest first. */
    all: <K extends Kind>(kind: K): Records[K][] => Object.values(state.records[kind]) as Records[K][],
  }
}
