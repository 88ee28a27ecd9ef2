import { standardPlans } from '@utter/contracts/plans'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { refresh } from '../../src/lifecycle/refresh.ts'
import { billingState } from '../../src/publishes/billing-state.ts'
import { openPaying, type Paying } from '../support/open-paying.ts'

const paying = await closedAfterAll(openPaying())

/** The first answers of Stripe about subscriptions, each held until it is let go. */
function holdAnswers({ subscriptions }: Paying['payments']['stripe'], count: number) {
  const list = subscriptions.list.bind(subscriptions)
  const held = Array.from({ length: count }, () => ({
    fetched: Promise.withResolvers<void>(),
    goOn: Promise.withResolvers<void>(),
  }))
  let calls = 0
  subscriptions.list = (async (...given: Parameters<typeof list>) => {
    const hold = held[calls++]
    const found = await list(...given)
    hold?.fetched.resolve()
    await hold?.goOn.promise
    return found
  }) as never
  return {
    held,
    [Symbol.dispose]() {
      subscriptions.list = list as never
    },
  }
}

test('what was fetched before a newer state was written is fetched again', async () => {
  const identity = await paying.subscriber('starter')
  const { stripeSubscriptionId = '', version = 0 } = (await paying.state(identity)) ?? {}
  paying.reachable(false)
  {
    using answers = holdAnswers(paying.payments.stripe, 1)
    await paying.stripe.subscriptions.update(stripeSubscriptionId, { cancel_at_period_end: true })
    const slow = refresh(paying.stripeDeps, identity.userId)
    await answers.held[0]?.fetched.promise
    await paying.stripe.subscriptions.cancel(stripeSubscriptionId)
    await refresh(paying.stripeDeps, identity.userId)
    answers.held[0]?.goOn.resolve()
    await slow
  }
  paying.reachable(true)
  const state = await paying.state(identity)
  expect(state).toMatchObject({ tier: 'free', status: 'active', version: version + 1 })
  expect(state).not.toHaveProperty('cancelAt')
})

test('a newer state that an older one was written before is fetched again', async () => {
  const identity = await paying.subscriber('starter')
  const { stripeSubscriptionId = '', version = 0 } = (await paying.state(identity)) ?? {}
  paying.reachable(false)
  {
    using answers = holdAnswers(paying.payments.stripe, 2)
    const [older, newer] = answers.held
    await paying.stripe.subscriptions.update(stripeSubscriptionId, { cancel_at_period_end: true })
    const first = refresh(paying.stripeDeps, identity.userId)
    await older?.fetched.promise
    await paying.stripe.subscriptions.cancel(stripeSubscriptionId)
    const second = refresh(paying.stripeDeps, identity.userId)
    await newer?.fetched.promise
    older?.goOn.resolve()
    await first
    newer?.goOn.resolve()
    expect(await second).toMatchObject({ tier: 'free', version: version + 2 })
  }
  paying.reachable(true)
  expect(await paying.state(identity)).toMatchObject({ tier: 'free', version: version + 2 })
})

test('each state is published once, with what becomes of the plan', async () => {
  const identity = await paying.subscriber('pro')
  const published = () =>
    paying.billing.relayed
      .filter(({ _id }) => _id === identity.userId)
      .map((state) => billingState(state, standardPlans))
  await paying.post('/api/stripe/upgrade-subscription', identity, { priceId: paying.priceId('starter') })
  const { stripeSubscriptionId = '', periodEnd } = (await paying.state(identity)) ?? {}
  await paying.settle()
  expect(published()).toMatchObject([
    { version: 1, data: { tier: 'pro', subscriptionStatus: 'active' } },
    { version: 2, data: { tier: 'pro', maxSpendingLimit: 1_990 } },
    { version: 3, data: { tier: 'pro', nextTier: 'starter' } },
  ])
  const { schedule } = await paying.stripe.subscriptions.retrieve(stripeSubscriptionId)
  await paying.stripe.subscriptionSchedules.release(String(schedule))
  await paying.stripe.subscriptions.update(stripeSubscriptionId, { cancel_at_period_end: true })
  await paying.settle()
  const last = published().at(-1)
  expect(last).toMatchObject({ data: { subscriptionStatus: 'canceled', cancelAt: periodEnd?.toISOString() } })
  expect(last?.data).not.toHaveProperty('nextTier')
})

test('a segment that has ended is billed three seconds later, and nothing else is', async () => {
  await using own = await openPaying()
  own.reachable(false)
  const identity = newIdentity()
  await own.sandbox.finishCheckout(await own.checkout('starter', identity))
  const billDueAfter = async (act: (id: string) => Promise<unknown>) => {
    await act((await own.state(identity))?.stripeSubscriptionId ?? '')
    const now = new Date(own.sandbox.now() * 1_000)
    const state = await refresh({ ...own.stripeDeps, clock: { now: () => now } }, identity.userId)
    return state?.billDueAt && state.billDueAt.getTime() - now.getTime()
  }
  expect(await billDueAfter(async () => {})).toBeUndefined()
  expect(
    await billDueAfter((id) => own.stripe.subscriptions.update(id, { cancel_at_period_end: true })),
  ).toBeUndefined()
  expect(await billDueAfter((id) => own.stripe.subscriptions.cancel(id))).toBe(3_000)
})
