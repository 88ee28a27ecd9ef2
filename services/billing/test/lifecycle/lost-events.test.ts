import { cards } from '@utter/stripe-sandbox/finish-checkout'
import { newIdentity } from '@utter/testing/callers'
import { expect, test } from 'vitest'
import { nextCheck } from '../../src/domain/subscription.ts'
import { catchUp } from '../../src/lifecycle/catch-up.ts'
import { sweepEvents, sweepSubscriptions } from '../../src/lifecycle/start-sweeps.ts'
import { openPaying, type Paying } from '../support/open-paying.ts'

const minute = 60_000
const hour = 60 * minute
const end = new Date('2026-03-31T12:00:00Z')
const after = (ms: number) => new Date(end.getTime() + ms)

test.each([
  ['before the period’s end', 'active', -hour, 90 * minute],
  ['at its end', 'active', 0, 30 * minute],
  ['half an hour past it', 'active', 30 * minute, 30 * minute],
  ['five hours past it', 'active', 5 * hour, 5 * hour],
  ['a month past it', 'active', 720 * hour, 24 * hour],
  ['while a payment is missing', 'past_due', -240 * hour, 6 * hour],
] as const)('%s the next check is later and later', (_name, status, ms, pauseMs) => {
  const now = after(ms)
  const next = nextCheck({ stripeSubscriptionId: 'sub_1', periodEnd: end, status }, now)
  expect((next?.getTime() ?? 0) - now.getTime()).toBe(pauseMs)
})

test('without a subscription nothing is checked', () => {
  expect(nextCheck({ periodEnd: end, status: 'active' }, end)).toBeUndefined()
})

/** An account whose subscription ends with its period, of which no event comes from now on. */
async function endingUnheard(own: Paying) {
  const identity = await own.subscriber('pro')
  const { stripeSubscriptionId = '', periodEnd } = (await own.state(identity)) ?? {}
  await own.stripe.subscriptions.update(stripeSubscriptionId, { cancel_at_period_end: true })
  await own.settle()
  await own.sandbox.setDelivery({ paused: true })
  return { identity, endSeconds: (periodEnd?.getTime() ?? 0) / 1_000 }
}

test('an end whose event is lost is found within an hour of the period’s end', async () => {
  await using own = await openPaying()
  const { identity, endSeconds } = await endingUnheard(own)
  await own.sandbox.advance(endSeconds + 1_740)
  await sweepSubscriptions(own.stripeDeps)
  expect(await own.state(identity)).toMatchObject({ tier: 'pro' })
  await own.sandbox.advance(endSeconds + 1_860)
  await sweepSubscriptions(own.stripeDeps)
  const state = await own.state(identity)
  expect(state).toMatchObject({ tier: 'free', status: 'active' })
  expect(state).not.toHaveProperty('checkAt')
})

test('also of a document that an older version of this service has written', async () => {
  await using own = await openPaying()
  const { identity, endSeconds } = await endingUnheard(own)
  const accounts = own.billing.database.collection<{ _id: string }>('subscriptions')
  await accounts.updateOne({ _id: identity.userId }, { $unset: { checkAt: 1 } })
  await sweepSubscriptions(own.stripeDeps)
  await own.sandbox.advance(endSeconds + 1_860)
  await sweepSubscriptions(own.stripeDeps)
  expect(await own.state(identity)).toMatchObject({ tier: 'free' })
})

test('a renewal whose event is lost is found too, and the next check is after the next end', async () => {
  await using own = await openPaying()
  const identity = await own.subscriber('pro')
  const { periodEnd: before } = (await own.state(identity)) ?? {}
  await own.sandbox.setDelivery({ paused: true })
  await own.sandbox.advance((before?.getTime() ?? 0) / 1_000 + 1_860)
  await sweepSubscriptions(own.stripeDeps)
  const { periodStart, periodEnd, checkAt } = (await own.state(identity)) ?? {}
  expect(periodStart).toEqual(before)
  expect((checkAt?.getTime() ?? 0) - (periodEnd?.getTime() ?? 0)).toBe(30 * minute)
})

test('a payment that is missing for too long ends the plan, which comes back once it is paid', async () => {
  await using own = await openPaying()
  const identity = await own.subscriber('starter', cards.failsLater)
  const { periodEnd } = (await own.state(identity)) ?? {}
  const dueSeconds = (periodEnd?.getTime() ?? 0) / 1_000 + 3_660
  await own.sandbox.advance(dueSeconds)
  await own.settle()
  expect(await own.state(identity)).toMatchObject({ tier: 'starter', status: 'past_due' })
  const deps = { ...own.stripeDeps, pastDueDays: 2 }
  await own.sandbox.advance(dueSeconds + 47 * 3_600)
  await sweepSubscriptions(deps)
  expect(await own.state(identity)).toMatchObject({ tier: 'starter', status: 'past_due' })
  // Checked every six hours.
  await own.sandbox.advance(dueSeconds + 54 * 3_600)
  await sweepSubscriptions(deps)
  expect(await own.state(identity)).toMatchObject({ tier: 'free', status: 'unpaid' })
  const customer = (await own.state(identity))?.stripeCustomerId ?? ''
  const [open] = (await own.stripe.invoices.list({ customer, status: 'open' })).data
  const card = await own.stripe.paymentMethods.attach('pm_card_visa', { customer })
  await own.stripe.invoices.pay(open?.id ?? '', { payment_method: card.id })
  await own.settle()
  const state = await own.state(identity)
  expect(state).toMatchObject({ tier: 'starter', status: 'active' })
  expect(state).not.toHaveProperty('pastDueSince')
})

test('events that never came are listed by one replica, every ten minutes, and handled as if they had come', async () => {
  await using own = await openPaying()
  const deps = { ...own.stripeDeps, chores: own.billing.chores }
  const { events } = own.payments.stripe
  const list = events.list.bind(events)
  const asked: number[] = []
  events.list = ((params: { created: { gte: number } }) => {
    asked.push(params.created.gte)
    return list(params as never)
  }) as never
  await own.sandbox.setDelivery({ paused: true })
  const identity = newIdentity()
  await own.sandbox.finishCheckout(await own.checkout('starter', identity))
  await Promise.all([catchUp(deps), catchUp(deps)])
  await sweepEvents(own.stripeDeps)
  expect(await own.state(identity)).toMatchObject({ tier: 'starter' })
  expect((await own.billing.events.leaseUnhandled(new Date(8e15), 10)).found).toBe(0)
  const begun = own.sandbox.now()
  await own.sandbox.advance(begun + 540)
  await catchUp(deps)
  expect(asked).toHaveLength(1)
  await own.sandbox.advance(begun + 660)
  await catchUp(deps)
  // Since the first time, with an hour more.
  expect(asked).toHaveLength(2)
  expect(Math.abs((asked[1] ?? 0) - (begun - 3_600))).toBeLessThan(10)
  expect((await own.billing.events.leaseUnhandled(new Date(8e15), 10)).found).toBe(0)
})
