import { afterAll, beforeAll, expect, test } from 'vitest'
import { refresh } from '../../src/lifecycle/refresh.ts'
import { billingState } from '../../src/publishes/billing-state.ts'
import { openPaying, type Paying } from '../support/open-paying.ts'

let paying: Paying
beforeAll(async () => {
  paying = await openPaying()
})
afterAll(() => paying[Symbol.asyncDispose]())

test('what was fetched before a newer state was written is fetched again', async () => {
  const identity = await paying.subscriber('starter')
  const { stripeSubscriptionId = '', version = 0 } = (await paying.state(identity)) ?? {}
  paying.reachable(false)
  const { subscriptions } = paying.payments.stripe
  const list = subscriptions.list.bind(subscriptions)
  const fetched = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  let isFirst = true
  subscriptions.list = (async (...given: Parameters<typeof list>) => {
    const isSlow = isFirst
    isFirst = false
    const found = await list(...given)
    if (isSlow) {
      fetched.resolve()
      await goOn.promise
    }
    return found
  }) as never
  await paying.stripe.subscriptions.update(stripeSubscriptionId, { cancel_at_period_end: true })
  const slow = refresh(paying.stripeDeps, identity.userId)
  await fetched.promise
  await paying.stripe.subscriptions.cancel(stripeSubscriptionId)
  await refresh(paying.stripeDeps, identity.userId)
  goOn.resolve()
  await slow
  subscriptions.list = list as never
  paying.reachable(true)
  const state = await paying.state(identity)
  expect(state).toMatchObject({ tier: 'free', status: 'active', version: version + 1 })
  expect(state).not.toHaveProperty('cancelAt')
})

test('each state is published once, with what becomes of the plan', async () => {
  const identity = await paying.subscriber('pro')
  const published = () =>
    paying.billing.relayed.filter(({ _id }) => _id === identity.userId).map((state) => billingState(state))
  await paying.post('/api/stripe/upgrade-subscription', identity, { priceId: paying.priceId('starter') })
  const { stripeSubscriptionId = '', periodEnd } = (await paying.state(identity)) ?? {}
  await paying.settle()
  expect(published()).toMatchObject([
    { version: 1, data: { tier: 'pro', subscriptionStatus: 'active' } },
    { version: 2, data: { tier: 'pro', nextTier: 'starter' } },
  ])
  const { schedule } = await paying.stripe.subscriptions.retrieve(stripeSubscriptionId)
  await paying.stripe.subscriptionSchedules.release(String(schedule))
  await paying.stripe.subscriptions.update(stripeSubscriptionId, { cancel_at_period_end: true })
  await paying.settle()
  const last = published().at(-1)
  expect(last).toMatchObject({ data: { subscriptionStatus: 'canceled', cancelAt: periodEnd?.toISOString() } })
  expect(last?.data).not.toHaveProperty('nextTier')
})
