import { readSecrets } from '@utter/local/secrets'
import { clientOf } from '@utter/stripe-sandbox/open-sandbox'
import { clockId } from '@utter/stripe-sandbox/resources/test-clocks'
import type Stripe from 'stripe'
import { eventually } from '../eventually.ts'
import { processesOf } from './operator.ts'
import { ownPlatform } from './provided.ts'

export type TestSandbox = Awaited<ReturnType<typeof testSandbox>>

const advanceLimitMs = 240_000

/** The sandbox of the platform under test, by the real client. */
export async function testSandbox() {
  const { STRIPE_SECRET_KEY } = await readSecrets(ownPlatform().dataDir, {})
  const { url } = (await processesOf())['stripe-sandbox'] ?? {}
  if (!url || !STRIPE_SECRET_KEY) throw new Error('no sandbox was started')
  const stripe = clientOf(url, STRIPE_SECRET_KEY)
  return {
    stripe,
    /** Waits between two steps for what billing does about them, also while that is unavailable. @param to seconds */
    async advance(to: number): Promise<void> {
      await stripe.testHelpers.testClocks.advance(clockId, { frozen_time: Math.ceil(to) }, { timeout: advanceLimitMs })
    },
    async customerOf(userId: string): Promise<string> {
      const { data } = await stripe.customers.list({ limit: 100 })
      const customer = data.find(({ metadata }) => metadata.userId === userId)
      if (!customer) throw new Error('there is no such customer')
      return customer.id
    },
    /** The subscription of a customer that has not ended. */
    async subscriptionOf(customer: string): Promise<Stripe.Subscription> {
      const [subscription] = (await stripe.subscriptions.list({ customer })).data
      if (!subscription) throw new Error('there is no subscription')
      return subscription
    },
    /** Ends all subscriptions: what is tested next need not renew them too. */
    async endAll(): Promise<void> {
      const { data } = await stripe.subscriptions.list({ limit: 100 })
      for (const { id } of data) await stripe.subscriptions.cancel(id)
    },
    /** Resolves when every event is delivered, also those that are made meanwhile. */
    delivered: () =>
      eventually('all events are delivered', async () => {
        const { pending } = (await stripe.rawRequest('POST', '/v1/sandbox/deliver')) as { pending?: number }
        return pending === 0
      }),
  }
}

export const periodOf = (subscription: Stripe.Subscription): { start: number; end: number } => {
  const [item] = subscription.items.data
  if (!item) throw new Error('the subscription has no item')
  return { start: item.current_period_start, end: item.current_period_end }
}
