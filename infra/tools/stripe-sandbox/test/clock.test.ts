import Stripe from 'stripe'
import { describe, expect } from 'vitest'
import { cards } from '../src/finish-checkout.ts'
import { portalFeatures } from './support/plans.ts'
import { day, hour, subscribe, test } from './support/sandbox.ts'

test('a period ends with a draft, which is finalized and charged an hour later', async ({ sandbox, plans }) => {
  const ada = await subscribe(sandbox, plans.starter)
  const { current_period_end: end } = await ada.item()
  await sandbox.advance(end)
  expect((await ada.item()).current_period_start).toBe(end)
  const [draft] = await ada.invoices()
  expect(draft).toMatchObject({
    status: 'draft',
    billing_reason: 'subscription_cycle',
    total: 3900,
    automatically_finalizes_at: end + hour,
  })
  await sandbox.advance(end + hour - 1)
  expect((await ada.invoices())[0]).toMatchObject({ status: 'draft' })
  await sandbox.advance(end + hour)
  expect((await ada.invoices())[0]).toMatchObject({ id: draft?.id, status: 'paid', amount_paid: 3900 })
})

test('items that wait, and items made onto the draft, are charged together with the next month', async ({
  sandbox,
  plans,
}) => {
  const { stripe } = sandbox
  const ada = await subscribe(sandbox, plans.pro)
  const { current_period_end: end } = await ada.item()
  const calls = { customer: ada.customer, currency: 'usd', unit_amount_decimal: Stripe.Decimal.from('2.5') }
  await stripe.invoiceItems.create({ ...calls, quantity: 3 })
  await sandbox.advance(end)
  const [draft] = await ada.invoices()
  await stripe.invoiceItems.create({ ...calls, quantity: 100, invoice: draft?.id ?? '' })
  await sandbox.advance(end + hour)
  const [paid] = await ada.invoices()
  expect(paid).toMatchObject({ status: 'paid', total: 19_900 + 8 + 250 })
  expect(paid?.lines.data.map(({ amount }) => amount)).toEqual([19_900, 8, 250])
})

test('a year is twelve renewals on the same day, the last day where a month is shorter', async ({ sandbox, plans }) => {
  const year = new Date(sandbox.now() * 1_000).getUTCFullYear() + 1
  await sandbox.advance(new Date(Date.UTC(year, 0, 31, 10)))
  const ada = await subscribe(sandbox, plans.starter)
  await sandbox.advance(new Date(Date.UTC(year + 1, 1, 1)))
  const starts = (await ada.invoices()).map(({ lines }) => new Date((lines.data[0]?.period.start ?? 0) * 1000))
  expect(starts.map((date) => date.toISOString().slice(5, 10)).toReversed()).toEqual([
    '01-31',
    new Date(Date.UTC(year, 2, 0)).toISOString().slice(5, 10),
    '03-31',
    '04-30',
    '05-31',
    '06-30',
    '07-31',
    '08-31',
    '09-30',
    '10-31',
    '11-30',
    '12-31',
    '01-31',
  ])
})

test('a subscription that is to end ends with its period, and what waits is invoiced once more', async ({
  sandbox,
  plans,
}) => {
  const ada = await subscribe(sandbox, plans.starter)
  const { current_period_end: end } = await ada.item()
  await sandbox.stripe.subscriptions.update(ada.id, { cancel_at_period_end: true })
  await sandbox.stripe.invoiceItems.create({ customer: ada.customer, amount: 120, currency: 'usd' })
  await sandbox.advance(end - 1)
  expect((await ada.read()).status).toBe('active')
  await sandbox.advance(end + hour)
  expect(await ada.read()).toMatchObject({ status: 'canceled', ended_at: end })
  expect(await ada.events()).toContain('customer.subscription.deleted')
  expect((await ada.invoices())[0]).toMatchObject({ status: 'paid', total: 120 })
  await sandbox.advance(end + 90 * day)
  expect(await ada.invoices()).toHaveLength(2)
})

test('the next phase of a schedule is what is renewed, and after the last phase it goes on', async ({
  sandbox,
  plans,
}) => {
  const { stripe } = sandbox
  const ada = await subscribe(sandbox, plans.pro)
  const { current_period_start: start, current_period_end: end } = await ada.item()
  const { id } = await stripe.subscriptionSchedules.create({ from_subscription: ada.id })
  await stripe.subscriptionSchedules.update(id, {
    end_behavior: 'release',
    phases: [
      { items: [{ price: plans.pro.id }], start_date: start, end_date: end },
      { items: [{ price: plans.starter.id }], duration: { interval: 'month', interval_count: 1 } },
    ],
  })
  await sandbox.advance(end + hour)
  expect((await ada.item()).price.id).toBe(plans.starter.id)
  expect((await ada.invoices())[0]).toMatchObject({ status: 'paid', total: 3900 })
  const { current_period_end: next } = await ada.item()
  await sandbox.advance(next + hour)
  expect(await ada.read()).toMatchObject({ status: 'active', schedule: null })
  expect(await stripe.subscriptionSchedules.retrieve(id)).toMatchObject({ status: 'released' })
})

describe('a payment that fails at the renewal', () => {
  test('is tried again after 3, 5 and 7 days, and then the subscription is unpaid', async ({ sandbox, plans }) => {
    const ada = await subscribe(sandbox, plans.starter, cards.failsLater)
    const { current_period_end: end } = await ada.item()
    const first = end + hour
    const seen: unknown[] = []
    for (const at of [first, first + 3 * day, first + 5 * day, first + 7 * day]) {
      await sandbox.advance(at)
      const [invoice] = await ada.invoices()
      seen.push([(await ada.read()).status, invoice?.status, invoice?.attempt_count, invoice?.next_payment_attempt])
    }
    expect(seen).toEqual([
      ['past_due', 'open', 1, first + 3 * day],
      ['past_due', 'open', 2, first + 5 * day],
      ['past_due', 'open', 3, first + 7 * day],
      ['unpaid', 'open', 4, null],
    ])
    const events = await ada.events()
    expect(events.filter((type) => type === 'invoice.payment_failed')).toHaveLength(4)
  })

  test('is recovered by another card in the portal, and the subscription is active again', async ({
    sandbox,
    plans,
  }) => {
    const ada = await subscribe(sandbox, plans.starter, cards.failsLater)
    await sandbox.advance((await ada.item()).current_period_end + hour)
    const { configurations, sessions } = sandbox.stripe.billingPortal
    const { id: configuration } = await configurations.create({ features: portalFeatures(Object.values(plans)) })
    const portal = await sessions.create({ customer: ada.customer, configuration })
    const body = new URLSearchParams({ number: cards.pays, expiry: '1/60', cvc: '123' })
    await fetch(`${portal.url}/card`, { method: 'POST', body })
    expect((await ada.read()).status).toBe('active')
    expect((await ada.invoices())[0]).toMatchObject({ status: 'paid' })
  })

  test('is recovered even from unpaid, by paying the latest invoice', async ({ sandbox, plans }) => {
    const { stripe } = sandbox
    const ada = await subscribe(sandbox, plans.starter, cards.failsLater)
    await sandbox.advance((await ada.item()).current_period_end + hour)
    const [first] = await ada.invoices()
    await sandbox.advance((await ada.item()).current_period_end - 1)
    expect((await ada.read()).status).toBe('unpaid')
    const better = await stripe.paymentMethods.attach('pm_card_visa', { customer: ada.customer })
    await stripe.invoices.pay(first?.id ?? '', { payment_method: better.id })
    expect((await ada.read()).status).toBe('active')
  })

  test("leaves the next month's invoice a draft once the subscription is unpaid", async ({ sandbox, plans }) => {
    const ada = await subscribe(sandbox, plans.starter, cards.failsLater)
    await sandbox.advance((await ada.item()).current_period_end + 8 * day)
    await sandbox.advance((await ada.item()).current_period_end + day)
    expect((await ada.invoices())[0]).toMatchObject({ status: 'draft', auto_advance: false })
  })
})

test('a change that waits for its payment expires after 23 hours, and its invoice is void', async ({
  sandbox,
  plans,
}) => {
  const ada = await subscribe(sandbox, plans.starter, cards.failsLater)
  const waiting = await sandbox.stripe.subscriptions.update(ada.id, {
    items: [{ id: (await ada.item()).id, price: plans.pro.id }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
  })
  await sandbox.advance((waiting.pending_update?.expires_at ?? 0) + 1)
  expect(await ada.read()).toMatchObject({ status: 'active', pending_update: null })
  expect((await ada.invoices())[0]).toMatchObject({ status: 'void' })
  expect(await ada.events()).toContain('customer.subscription.pending_update_expired')
})

test('a change in the middle of a period costs half of the difference, to the cent', async ({ sandbox, plans }) => {
  const ada = await subscribe(sandbox, plans.starter)
  const { id, current_period_start: start, current_period_end: end } = await ada.item()
  const { latest_invoice } = await sandbox.stripe.subscriptions.update(ada.id, {
    items: [{ id, price: plans.pro.id }],
    proration_behavior: 'always_invoice',
    proration_date: (start + end) / 2,
    expand: ['latest_invoice'],
  })
  expect(latest_invoice).toMatchObject({ total: 8000, status: 'paid' })
  expect((latest_invoice as Stripe.Invoice).lines.data.map(({ amount }) => amount)).toEqual([-1950, 9950])
})

test('the clock goes on by itself from where it was put, and never back', async ({ sandbox }) => {
  const { testClocks } = sandbox.stripe.testHelpers
  const at = sandbox.now() + 40 * day
  await sandbox.advance(at)
  expect((await testClocks.retrieve('clock_sandbox')).frozen_time).toBeGreaterThanOrEqual(at)
  await expect.poll(() => sandbox.now()).toBeGreaterThan(at)
  await expect(sandbox.advance(at - day)).rejects.toMatchObject({ statusCode: 400 })
})
