import type { Identity } from '@utter/http/identity'
import { cards } from '@utter/stripe-sandbox/finish-checkout'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { createMortal, Death } from '@utter/testing/faults/mortal'
import { problem } from '@utter/testing/problems'
import { describe, expect, test } from 'vitest'
import { changePlan } from '../../src/lifecycle/plans/change-plan.ts'
import { refresh } from '../../src/lifecycle/refresh.ts'
import { openPaying } from '../support/open-paying.ts'

type Tier = 'starter' | 'creator' | 'pro'
const paying = await closedAfterAll(openPaying())
const { stripe } = paying
// Each refresh is the test's own.
await paying.sandbox.setDelivery({ paused: true })

const change = (identity: Identity, tier: Tier) =>
  paying.post('/api/stripe/upgrade-subscription', identity, { priceId: paying.priceId(tier) })
const refreshed = (identity: Identity) => refresh(paying.stripeDeps, identity.userId)
async function subscriber(tier: Tier, card: string = cards.pays): Promise<Identity> {
  const identity = await paying.subscriber(tier, card)
  await refreshed(identity)
  return identity
}
async function soldTo(identity: Identity) {
  const { stripeSubscriptionId = '' } = (await paying.state(identity)) ?? {}
  return stripe.subscriptions.retrieve(stripeSubscriptionId, { expand: ['latest_invoice'] })
}
/** A lower plan that is chosen in the portal, which releases what was scheduled before. */
async function switchInPortal(identity: Identity, tier: Tier): Promise<void> {
  const { url } = (await paying.post('/api/stripe/billing-portal', identity)).body
  const answer = await fetch(`${paying.sandbox.url}${new URL(url).pathname}/switch`, {
    method: 'POST',
    body: new URLSearchParams({ price: paying.priceId(tier) }),
    redirect: 'manual',
  })
  expect(answer.status).toBe(303)
}
async function payOpen(identity: Identity): Promise<void> {
  const latest = (await soldTo(identity)).latest_invoice
  if (typeof latest === 'object' && latest) await stripe.invoices.pay(latest.id)
}

test('a second step that is confirmed later ends the lower plan that was to follow', async () => {
  const identity = await subscriber('creator', cards.secondStep)
  await change(identity, 'starter')
  expect(await change(identity, 'pro')).toMatchObject({ status: 402 })
  expect(await refreshed(identity)).toMatchObject({ tier: 'creator', nextTier: 'starter' })
  await payOpen(identity)
  const state = await refreshed(identity)
  expect(state).toMatchObject({ tier: 'pro' })
  expect(state).not.toHaveProperty('nextTier')
  expect((await soldTo(identity)).schedule).toBeNull()
})

test('a declined higher plan leaves the lower one that was to follow', async () => {
  const identity = await subscriber('creator', cards.failsLater)
  await change(identity, 'starter')
  expect(await change(identity, 'pro')).toMatchObject({ status: 402 })
  expect(await refreshed(identity)).toMatchObject({ tier: 'creator', nextTier: 'starter' })
})

describe('a lower plan that is chosen in the portal', () => {
  test('after a higher one was paid here is what the person wants', async () => {
    const identity = await subscriber('creator')
    await change(identity, 'starter')
    await change(identity, 'pro')
    await switchInPortal(identity, 'starter')
    await refreshed(identity)
    expect(await refreshed(identity)).toMatchObject({ tier: 'pro', nextTier: 'starter' })
  })

  test('ends with a higher one that is paid here afterwards', async () => {
    const identity = await subscriber('creator')
    await switchInPortal(identity, 'starter')
    await refreshed(identity)
    await change(identity, 'pro')
    expect(await paying.state(identity)).not.toHaveProperty('nextTier')
  })

  test('takes the place of a lower one from here, and is taken back there', async () => {
    const identity = await subscriber('pro')
    await change(identity, 'starter')
    await switchInPortal(identity, 'creator')
    expect(await refreshed(identity)).toMatchObject({ tier: 'pro', nextTier: 'creator' })
    await stripe.subscriptionSchedules.release(String((await soldTo(identity)).schedule))
    expect(await refreshed(identity)).not.toHaveProperty('nextTier')
  })
})

/** The change in a process that dies after its nth call took effect, for each n. @returns the accounts, the last of which lived */
async function dieAtEachStep(prepare: () => Promise<Identity>, to: Tier): Promise<Identity[]> {
  const accounts: Identity[] = []
  for (let n = 0, isOver = false; !isOver; n++) {
    const identity = await prepare()
    const account = await paying.state(identity)
    if (!account?.stripeSubscriptionId) throw new Error('there is no subscription')
    const { mortally, isDead } = createMortal(n)
    const real = paying.payments.stripe
    const resources = {
      subscriptions: mortally(real.subscriptions, ['list']),
      subscriptionSchedules: mortally(real.subscriptionSchedules),
      invoices: mortally(real.invoices, ['list']),
    }
    const deps = {
      ...paying.stripeDeps,
      subscriptions: mortally(paying.stripeDeps.subscriptions),
      payments: { ...paying.payments, stripe: Object.assign(Object.create(real), resources) as typeof real },
    }
    const subscribed = { ...account, stripeSubscriptionId: account.stripeSubscriptionId }
    await changePlan(deps, subscribed, { tier: to, priceId: paying.priceId(to) })
      .then(() => refresh(deps, identity.userId))
      .catch((error) => {
        if (!(error instanceof Death)) throw error
      })
    accounts.push(identity)
    isOver = !isDead()
  }
  expect(accounts.length).toBeGreaterThan(5)
  return accounts
}

test('a death at any step of a higher plan leaves it paid without a lower one to follow, or all as it was', async () => {
  const prepare = async () => {
    const identity = await subscriber('creator')
    await change(identity, 'starter')
    return identity
  }
  const held = new Set<string>()
  for (const identity of await dieAtEachStep(prepare, 'pro')) {
    const { tier, nextTier = 'none' } = (await refreshed(identity)) ?? {}
    held.add(`${tier}, then ${nextTier}`)
  }
  expect(held).toEqual(new Set(['creator, then starter', 'pro, then none']))
})

test('a death at any step of a lower plan, once it is stored, is made good by the next refresh', async () => {
  for (const identity of await dieAtEachStep(() => subscriber('pro'), 'creator')) {
    const isStored = (await paying.state(identity))?.wanted !== undefined
    const state = await refreshed(identity)
    expect([state?.tier, state?.nextTier]).toEqual(['pro', isStored ? 'creator' : undefined])
  }
})

test('a lower plan that died and that Stripe refuses for good is given up, and holds up nothing', async () => {
  const identity = await subscriber('pro')
  const account = await paying.state(identity)
  const { stripeSubscriptionId: subscriptionId = '' } = account ?? {}
  const at = new Date(paying.sandbox.now() * 1_000)
  const wish = { key: 'k', subscriptionId, tier: 'starter' as const, priceId: 'price_none', at }
  if (account) await paying.billing.subscriptions.want(account, wish, at)
  const state = await refreshed(identity)
  expect(state).toMatchObject({ tier: 'pro', status: 'active' })
  expect(await paying.state(identity)).not.toHaveProperty('wanted')
})

test('a request for a higher plan that died can be sent again', async () => {
  const identity = await subscriber('starter')
  const { update } = paying.payments.stripe.subscriptions
  paying.payments.stripe.subscriptions.update = (() => Promise.reject(new Error('dead'))) as never
  await change(identity, 'pro')
  paying.payments.stripe.subscriptions.update = update
  expect(await change(identity, 'pro')).toMatchObject({ status: 200 })
})

test('the same higher plan twice at once is paid once', async () => {
  for (let turn = 0; turn < 10; turn++) {
    const identity = await subscriber('starter')
    const answers = await Promise.all([change(identity, 'pro'), change(identity, 'pro')])
    expect(answers.map(({ status }) => status)).toContain(200)
    const { stripeCustomerId: customer = '', tier } = (await paying.state(identity)) ?? {}
    const paid = (await stripe.invoices.list({ customer, status: 'paid' })).data
    expect([tier, paid.length]).toEqual(['pro', 2])
  }
})

test('409: another change while one is under way', async () => {
  const identity = await subscriber('starter')
  const account = await paying.state(identity)
  const at = new Date(paying.sandbox.now() * 1_000)
  const until = new Date(at.getTime() + 60_000)
  const wish = { key: 'k', subscriptionId: 'sub_1', tier: 'pro' as const, priceId: paying.priceId('pro'), at, until }
  if (account) await paying.billing.subscriptions.want(account, wish, until)
  expect(await change(identity, 'creator')).toMatchObject(
    problem(409, 'Your plan is being changed: try again in a minute', 'change_under_way'),
  )
})
