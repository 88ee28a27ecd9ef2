import { standardPlans } from '@utter/contracts/plans'
import type { Identity } from '@utter/http/identity'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { setUpStripe } from '../../src/stripe/set-up.ts'
import { openPaying } from '../support/open-paying.ts'
import { testUnconfigured } from '../support/unconfigured.ts'

const path = '/api/stripe/billing-portal'

const paying = await closedAfterAll(openPaying())

test('200: the page of the account’s own portal', async () => {
  const identity = await paying.subscriber()
  const { status, body } = await paying.post(path, identity)
  const id = (await paying.state(identity))?.portalId
  expect([status, body]).toEqual([200, { url: `${paying.url}/sandbox/portal/${id}` }])
})

test('200: two requests at once get one page, and a later one its own', async () => {
  let now = new Date('2026-03-20T12:00:00Z')
  await using own = await openPaying({ clock: () => now })
  const identity = await own.subscriber()
  const [one, other] = await Promise.all([own.post(path, identity), own.post(path, identity)])
  expect([one.status, one.body]).toEqual([200, other.body])
  now = new Date('2026-03-20T12:00:10Z')
  expect((await own.post(path, identity)).body).not.toEqual(one.body)
})

test('200: also after the subscription has ended, for its invoices', async () => {
  const identity = await paying.subscriber()
  await paying.stripe.subscriptions.cancel((await paying.state(identity))?.stripeSubscriptionId ?? '')
  await paying.sandbox.deliver()
  expect(await paying.state(identity)).toMatchObject({ tier: 'free' })
  expect((await paying.post(path, identity)).status).toBe(200)
})

/** The page to which the portal opens, by its title. */
async function opened(identity: Identity, tier?: string): Promise<string | undefined> {
  const { body } = await paying.post(path, identity, tier === undefined ? undefined : { tier })
  const page = await fetch(paying.sandbox.url + new URL(body.url).pathname)
  return /<h1>(.*)<\/h1>/.exec(await page.text())?.[1]
}

test('200: where a lower plan is confirmed, or the present one cancelled; else as it is', async () => {
  const identity = await paying.subscriber('pro')
  expect(await opened(identity, 'creator')).toMatch(/^Switch to Utter Creator on /)
  expect(await opened(identity, 'free')).toBe('Cancel Utter Pro?')
  const home = 'Your plan and payments'
  for (const tier of [undefined, 'pro', 'enterprise']) expect(await opened(identity, tier)).toBe(home)
  const { stripeSubscriptionId: id = '' } = (await paying.state(identity)) ?? {}
  await paying.stripe.subscriptions.update(id, { cancel_at_period_end: true })
  expect(await opened(identity, 'free')).toBe(home)
})

test('200: as it is where Stripe refuses to begin with a change', async () => {
  const identity = await paying.subscriber('pro')
  const { data } = await paying.stripe.billingPortal.configurations.list({ active: true })
  const { id = '', features } = data[0] ?? {}
  const subscription_update = { ...features?.subscription_update, enabled: false } as never
  await paying.stripe.billingPortal.configurations.update(id, { features: { subscription_update } })
  expect(await opened(identity, 'creator')).toBe('Your plan and payments')
  await setUpStripe({ stripe: paying.stripe, plans: standardPlans, publicUrl: paying.url })
  expect(await opened(identity, 'creator')).toMatch(/^Switch to Utter Creator on /)
})

test('503: an account in which the portal was never set up', async () => {
  const identity = await paying.subscriber()
  const { data } = await paying.stripe.billingPortal.configurations.list({ active: true })
  for (const { id } of data) await paying.stripe.billingPortal.configurations.update(id, { active: false })
  expect((await paying.post(path, identity)).status).toBe(503)
  await setUpStripe({ stripe: paying.stripe, plans: standardPlans, publicUrl: paying.url })
  expect((await paying.post(path, identity)).status).toBe(200)
})

test('400: a plan that is none', async () => {
  expect(await paying.post(path, newIdentity(), { tier: 'gold' })).toMatchObject(invalid('tier', 'Unknown plan'))
})

test('409: an account that never paid, though it has begun to', async () => {
  const nothing = problem(409, 'There is no subscription to manage yet', 'no_subscription')
  const identity = newIdentity()
  expect(await paying.post(path, identity)).toMatchObject(nothing)
  await paying.checkout('starter', identity)
  expect(await paying.post(path, identity)).toMatchObject(nothing)
})

testUnconfigured(path)
