import type Stripe from 'stripe'
import { test as plainTest } from 'vitest'
import { type OpenSandbox, openSandbox } from '../../src/open-sandbox.ts'
import { makePrice } from './plans.ts'

export const hour = 3600
export const day = 24 * hour

/** A test with a sandbox of its own, that sells three plans. */
export const test = plainTest.extend<{ sandbox: OpenSandbox; plans: Plans }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures that are asked for
  sandbox: async ({}, use) => {
    await using sandbox = await openSandbox()
    await use(sandbox)
  },
  plans: async ({ sandbox: { stripe } }, use) => {
    await use({
      starter: await makePrice(stripe, 'Starter', 3900, 'utter_starter'),
      creator: await makePrice(stripe, 'Creator', 7900, 'utter_creator'),
      pro: await makePrice(stripe, 'Pro', 19_900, 'utter_pro'),
    })
  },
})
export type Plans = Record<'starter' | 'creator' | 'pro', Stripe.Price>

export type Subscriber = {
  customer: string
  id: string
  read(): Promise<Stripe.Subscription>
  /** The subscription's item, whose period is the present one. */
  item(): Promise<Stripe.SubscriptionItem>
  /** Newest first. */
  invoices(): Promise<Stripe.Invoice[]>
  /** The types of the events about it, oldest first. */
  events(): Promise<string[]>
}

/** An account that has paid a checkout by its forms. */
export async function subscribe(sandbox: OpenSandbox, price: Stripe.Price, card?: string): Promise<Subscriber> {
  const { stripe } = sandbox
  const { id: customer } = await stripe.customers.create({ email: 'ada@example.com', metadata: { userId: 'u1' } })
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: 'https://utter.example/account?checkout=done',
  })
  await sandbox.finishCheckout(session.url ?? '', card)
  const [subscription] = (await stripe.subscriptions.list({ customer })).data
  if (!subscription) throw new Error('the checkout was not paid')
  const { id } = subscription
  const read = () => stripe.subscriptions.retrieve(id)
  return {
    customer,
    id,
    read,
    item: async () => (await read()).items.data[0] as Stripe.SubscriptionItem,
    invoices: () => stripe.invoices.list({ customer, limit: 100 }).autoPagingToArray({ limit: 1000 }),
    async events() {
      const all = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })
      return all.map(({ type }) => type).toReversed()
    },
  }
}
