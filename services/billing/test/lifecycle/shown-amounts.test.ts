import type { PlanChange } from '@utter/contracts/http/stripe'
import { standardPlans } from '@utter/contracts/plans'
import type { Identity } from '@utter/http/identity'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { createMortal, Death } from '@utter/testing/faults/mortal'
import { invalid, problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { changePlan } from '../../src/lifecycle/plans/change-plan.ts'
import { openPaying } from '../support/open-paying.ts'

type Tier = 'starter' | 'creator' | 'pro'
// Each step costs the same: an amount alone does not tell the plan.
const plans = standardPlans.map((plan) => (plan.name === 'creator' ? { ...plan, price: 119 } : plan))
const paying = await closedAfterAll(openPaying({ plans }))
const { stripe, sandbox } = paying
const dayMs = 24 * 3_600_000
const changed = problem(
  409,
  'The amount of this change is no longer the one that was shown: confirm the new one',
  'amount_changed',
)

async function previewed(identity: Identity, tier: Tier): Promise<PlanChange> {
  const { body } = await paying.post('/api/stripe/preview-upgrade', identity, { priceId: paying.priceId(tier) })
  return body.change
}
const shownBy = ({ tier, now, prorationDate }: PlanChange) => ({ tier, amount: now.amount, prorationDate })
const confirm = (identity: Identity, tier: Tier | undefined, shown: object) =>
  paying.post('/api/stripe/upgrade-subscription', identity, { ...(tier && { priceId: paying.priceId(tier) }), shown })
/** The amounts that were charged for changes of plan. */
async function chargesOf(identity: Identity): Promise<number[]> {
  const { stripeCustomerId: customer = '' } = (await paying.state(identity)) ?? {}
  const { data } = await stripe.invoices.list({ customer, limit: 100 })
  return data.flatMap(({ billing_reason: reason, amount_paid }) =>
    reason === 'subscription_update' ? [amount_paid] : [],
  )
}
const secondsLater = (date: string | undefined, seconds: number) =>
  new Date(Date.parse(date ?? '') + seconds * 1_000).toISOString()

test('on any day of a period what was shown is charged, to the cent, also minutes later and with a credit', async () => {
  await using own = await openPaying()
  for (let round = 0; round < 6; round++) {
    const identity = await own.subscriber('starter')
    await own.sandbox.advance(own.sandbox.now() + Math.floor((Math.random() * 27 * dayMs) / 1_000))
    const { stripeCustomerId: customer = '' } = (await own.state(identity)) ?? {}
    if (round % 2) await own.stripe.customers.createBalanceTransaction(customer, { amount: -321, currency: 'usd' })
    const priceId = own.priceId(round % 3 ? 'pro' : 'creator')
    const { change } = (await own.post('/api/stripe/preview-upgrade', identity, { priceId })).body
    await own.sandbox.advance(own.sandbox.now() + Math.floor(Math.random() * 590))
    const answer = await own.post('/api/stripe/upgrade-subscription', identity, { priceId, shown: shownBy(change) })
    expect(answer.status).toBe(200)
    const [invoice] = (await own.stripe.invoices.list({ customer })).data
    expect(invoice).toMatchObject({ billing_reason: 'subscription_update', amount_paid: change.now.amount })
  }
})

test('another amount than the present one is refused, and nothing is charged or wanted', async () => {
  const identity = await paying.subscriber('starter')
  const shown = shownBy(await previewed(identity, 'pro'))
  const { stripeCustomerId: customer = '' } = (await paying.state(identity)) ?? {}
  expect(await confirm(identity, 'pro', { ...shown, amount: shown.amount - 1 })).toMatchObject(changed)
  await stripe.customers.createBalanceTransaction(customer, { amount: -50, currency: 'usd' })
  expect(await confirm(identity, 'pro', shown)).toMatchObject(changed)
  expect(await chargesOf(identity)).toEqual([])
  expect(await paying.state(identity)).not.toHaveProperty('wanted')
})

test.each<[string, (change: PlanChange, start: Date) => string | undefined]>([
  ['more than ten minutes ago', ({ prorationDate }) => secondsLater(prorationDate, -601)],
  ['in the time to come', ({ prorationDate }) => secondsLater(prorationDate, 3_600)],
  ['before the period', (_change, start) => secondsLater(start.toISOString(), -1)],
  ['after the period', (_change, start) => secondsLater(start.toISOString(), 40 * 86_400)],
  ['within a second', ({ prorationDate }) => prorationDate?.replace('.000Z', '.500Z')],
  ['at no time', () => undefined],
])('an amount that counts from %s is refused, whatever Stripe would charge', async (_name, dateOf) => {
  const identity = await paying.subscriber('starter')
  const { stripeSubscriptionId: subscription = '', periodStart = new Date() } = (await paying.state(identity)) ?? {}
  await sandbox.advance(sandbox.now() + 1_200)
  const change = await previewed(identity, 'pro')
  const prorationDate = dateOf(change, periodStart)
  const [item] = (await stripe.subscriptions.retrieve(subscription)).items.data
  const amount = await stripe.invoices
    .createPreview({
      subscription,
      subscription_details: {
        items: [{ id: item?.id ?? '', price: paying.priceId('pro') }],
        proration_behavior: 'always_invoice',
        ...(prorationDate && { proration_date: Math.floor(Date.parse(prorationDate) / 1_000) }),
      },
    })
    .then(
      (invoice) => invoice.amount_due,
      () => change.now.amount,
    )
  expect(await confirm(identity, 'pro', { tier: 'pro', amount, prorationDate })).toMatchObject(changed)
  expect(await chargesOf(identity)).toEqual([])
})

test('a plan that was not shown is refused, though it costs the same', async () => {
  const identity = await paying.subscriber('starter')
  const shown = shownBy(await previewed(identity, 'creator'))
  // Another tab was quicker: the next plan up is another one.
  expect(await confirm(identity, undefined, shown)).toMatchObject({ status: 200 })
  expect(await confirm(identity, undefined, shown)).toMatchObject(changed)
  expect(await chargesOf(identity)).toEqual([shown.amount])
})

test('a higher plan of which nothing was shown as charged is refused; a lower one follows', async () => {
  const identity = await paying.subscriber('creator')
  expect(await confirm(identity, 'pro', { tier: 'pro', amount: 0 })).toMatchObject(changed)
  expect(await confirm(identity, 'starter', { tier: 'starter', amount: 5 })).toMatchObject(changed)
  expect(await confirm(identity, 'starter', { tier: 'starter', amount: 0 })).toMatchObject({ status: 200 })
  expect(await paying.state(identity)).toMatchObject({ tier: 'creator', nextTier: 'starter' })
})

test('two confirmations of one amount at once are one charge', async () => {
  for (let round = 0; round < 5; round++) {
    const identity = await paying.subscriber('starter')
    const shown = shownBy(await previewed(identity, 'pro'))
    const answers = await Promise.all([confirm(identity, 'pro', shown), confirm(identity, 'pro', shown)])
    expect(answers.map(({ status }) => status)).toContain(200)
    expect(await chargesOf(identity)).toEqual([shown.amount])
  }
})

test('of confirmations of two amounts at once one is charged', async () => {
  for (let round = 0; round < 5; round++) {
    const identity = await paying.subscriber('starter')
    await sandbox.advance(sandbox.now() + 600)
    const first = shownBy(await previewed(identity, 'pro'))
    await sandbox.advance(sandbox.now() + 300)
    const second = shownBy(await previewed(identity, 'pro'))
    expect(second.amount).not.toBe(first.amount)
    const answers = await Promise.all([confirm(identity, 'pro', first), confirm(identity, 'pro', second)])
    // The other one finds the plan raised, and pays nothing; or it is refused.
    const done = [first, second].flatMap(({ amount }, index) => (answers[index]?.status === 200 ? [amount] : []))
    const charges = await chargesOf(identity)
    expect(charges).toHaveLength(1)
    expect(done).toContain(charges[0])
  }
})

test('a confirmation whose process dies at any step is charged once at the amount that was shown, or not at all', async () => {
  for (let n = 1, isOver = false; !isOver; n++) {
    const identity = await paying.subscriber('starter')
    const change = await previewed(identity, 'pro')
    const account = await paying.state(identity)
    if (!account?.stripeSubscriptionId) throw new Error('there is no subscription')
    const { mortally, isDead } = createMortal(n)
    const { stripe: real } = paying.payments
    const resources = { subscriptions: mortally(real.subscriptions), invoices: mortally(real.invoices) }
    const deps = {
      ...paying.stripeDeps,
      subscriptions: mortally(paying.stripeDeps.subscriptions),
      payments: { ...paying.payments, stripe: Object.assign(Object.create(real), resources) as typeof real },
    }
    const present = { ...account, stripeSubscriptionId: account.stripeSubscriptionId }
    const shown = { tier: 'pro' as const, amount: change.now.amount, prorationDate: change.prorationDate ?? '' }
    await changePlan(deps, present, { tier: 'pro', priceId: paying.priceId('pro') }, shown).catch((error) => {
      if (!(error instanceof Death)) throw error
    })
    isOver = !isDead()
    // The person tries again, with the page as it stands.
    expect([200, 409]).toContain((await confirm(identity, 'pro', shown)).status)
    expect(await chargesOf(identity)).toEqual([change.now.amount])
  }
})

test.each<[object | string, string, string]>([
  ['all', 'shown', 'shown must be an object'],
  [{ amount: 5 }, 'shown.tier', 'Unknown plan'],
  [{ tier: 'pro' }, 'shown.amount', 'amount must be a whole number of cents, 0 or more'],
  [{ tier: 'pro', amount: 1.5 }, 'shown.amount', 'amount must be a whole number of cents, 0 or more'],
  [{ tier: 'pro', amount: -1 }, 'shown.amount', 'amount must be a whole number of cents, 0 or more'],
  [{ tier: 'pro', amount: 5, prorationDate: 'now' }, 'shown.prorationDate', 'prorationDate must be a date and time'],
])('400: %j was shown', async (shown, field, sentence) => {
  const identity = await paying.subscriber('starter')
  expect(await confirm(identity, 'pro', shown as object)).toMatchObject(invalid(field, sentence))
})
