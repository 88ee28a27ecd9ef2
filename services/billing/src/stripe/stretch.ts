import type Stripe from 'stripe'
import type { StripeItem } from '../domain/differences.ts'
import type { SeenSubscription } from '../domain/seen-subscription.ts'
import type { Subscription } from '../domain/subscription.ts'
import { itemParts, ownItem, readInvoiceItems } from './bills/read-invoice-items.ts'
import { idOf } from './client.ts'
import type { Payments } from './payments.ts'
import { type Asked, type Listed, listedOf, oursOf, readSubscriptions } from './subscriptions/read-subscriptions.ts'

/** The objects of a customer at Stripe. */
export type StripeView = {
  /** Undefined: this Stripe has never had the account's customer. */
  subscriptions(account: Asked): Promise<SeenSubscription[] | undefined>
  items(customer: string): Promise<StripeItem[]>
}

/** By asking for each customer. */
export const presentView = (payments: Payments): StripeView => ({
  subscriptions: (account) => readSubscriptions(payments, account),
  items: (customer) => readInvoiceItems(payments.stripe, customer),
})

/** Customers between two, by id: after the first, up to the last one, or all that follow. */
type Range = { after: string; last: string | undefined }
export type Stretch = Range & {
  /** Undefined where the lists leave a doubt: the account is asked about by itself. */
  viewOf(account: Subscription): StripeView | undefined
}

/** Objects in a page of Stripe's lists; no more are given. */
const limit = 100
/** Pages of a list: one that is longer tells of nobody. */
const maxPages = 20_000

/**
 * Stripe's lists of all customers, by time, of which those of a range are kept: a call for a hundred objects in place of some calls a
 * customer.
 * @param afterPage runs after each page; what it throws ends the reading
 */
export async function readStretch(
  { stripe, catalog }: Payments,
  range: Range,
  afterPage: () => Promise<void>,
): Promise<Stretch> {
  const live = new Map<string, Listed[]>()
  const items = new Map<string, StripeItem[]>()
  const doubtful = new Set<string>()
  const isWanted = (customer: string | undefined): customer is string =>
    customer !== undefined && customer > range.after && (range.last === undefined || customer <= range.last)
  const isWhole = await Promise.all([
    // Without those that have ended.
    eachOf(stripe.subscriptions.list({ limit, expand: ['data.schedule'] }), afterPage, async (one) => {
      const customer = idOf(one.customer)
      if (!isWanted(customer)) return
      try {
        for (const listed of await listedOf(catalog, one)) add(live, customer, listed)
      } catch {
        doubtful.add(customer)
      }
    }),
    eachOf(stripe.invoiceItems.list({ limit, expand: itemParts }), afterPage, async (one) => {
      const customer = idOf(one.customer)
      if (isWanted(customer)) for (const item of ownItem(one)) add(items, customer, item)
    }),
  ])
  const view: StripeView = {
    subscriptions: async (account) => oursOf(account, live.get(account.stripeCustomerId ?? '') ?? []),
    items: async (customer) => items.get(customer) ?? [],
  }
  return {
    ...range,
    viewOf({ stripeCustomerId: customer = '', stripeSubscriptionId: own }) {
      if (isWhole.includes(false) || doubtful.has(customer)) return undefined
      // An ended subscription is not among them, nor one that began after the reading.
      if (own !== undefined && !live.get(customer)?.some(({ seen }) => seen.id === own)) return undefined
      return view
    },
  }
}

/** @returns false when the list is too long to be read */
async function eachOf<One>(
  list: Stripe.ApiListPromise<One>,
  afterPage: () => Promise<void>,
  handle: (one: One) => Promise<void>,
): Promise<boolean> {
  let read = 0
  for await (const one of list) {
    await handle(one)
    read += 1
    if (read % limit === 0) await afterPage()
    if (read >= maxPages * limit) return false
  }
  return true
}

function add<One>(map: Map<string, One[]>, key: string, one: One): void {
  const present = map.get(key)
  if (present) present.push(one)
  else map.set(key, [one])
}
