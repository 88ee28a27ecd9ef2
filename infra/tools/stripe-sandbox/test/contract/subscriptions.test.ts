import type Stripe from 'stripe'
import { expect } from 'vitest'
import { invoiceOf, itemOf, makeSubscriber } from '../support/plans.ts'
import { behaves } from '../support/targets.ts'

const inPlace = { proration_behavior: 'always_invoice', payment_behavior: 'pending_if_incomplete' } as const
const dayMs = 24 * 3600 * 1000

behaves('a subscription begins with a paid invoice; its period is on its item', async (target) => {
  const { subscription, starter, item } = await makeSubscriber(target)
  const found = await target.stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
  expect(found).toMatchObject({ status: 'active', cancel_at: null, schedule: null, pending_update: null })
  expect(item.price.id).toBe(starter.id)
  const days = ((item.current_period_end - item.current_period_start) * 1000) / dayMs
  expect(days).toBeGreaterThanOrEqual(28)
  expect(days).toBeLessThanOrEqual(31)
  expect(invoiceOf(found.latest_invoice)).toMatchObject({
    status: 'paid',
    total: 3900,
    amount_paid: 3900,
    billing_reason: 'subscription_create',
    parent: { subscription_details: { subscription: subscription.id } },
  })
})

behaves('subscriptions of a customer are listed with those that ended when all are asked for', async (target) => {
  const { subscription, customer } = await makeSubscriber(target)
  await target.stripe.subscriptions.cancel(subscription.id)
  expect((await target.stripe.subscriptions.list({ customer: customer.id })).data).toEqual([])
  const all = await target.stripe.subscriptions.list({ customer: customer.id, status: 'all' })
  expect(all.data).toMatchObject([{ id: subscription.id, status: 'canceled' }])
})

behaves(
  'a dearer price is taken in place: the period stays, two lines of proration are paid at once',
  async (target) => {
    const { subscription, pro, item } = await makeSubscriber(target)
    const changed = await target.stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, price: pro.id }],
      ...inPlace,
      expand: ['latest_invoice'],
    })
    expect(itemOf(changed)).toMatchObject({
      id: item.id,
      price: { id: pro.id },
      current_period_start: item.current_period_start,
      current_period_end: item.current_period_end,
    })
    expect(changed).toMatchObject({ id: subscription.id, status: 'active', pending_update: null })
    const invoice = invoiceOf(changed.latest_invoice)
    expect(invoice).toMatchObject({ status: 'paid', billing_reason: 'subscription_update' })
    expect(invoice.lines.data.map(({ parent }) => parent?.subscription_item_details?.proration)).toEqual([true, true])
    // Seconds after the beginning: nearly the whole difference.
    expect(invoice.total).toBeGreaterThan(15_900)
    expect(invoice.total).toBeLessThanOrEqual(16_000)
  },
)

behaves('without proration the price changes and nothing is charged', async (target) => {
  const { subscription, pro, item, customer } = await makeSubscriber(target)
  const changed = await target.stripe.subscriptions.update(subscription.id, {
    items: [{ id: item.id, price: pro.id }],
    proration_behavior: 'none',
  })
  expect(itemOf(changed).price.id).toBe(pro.id)
  expect((await target.stripe.invoices.list({ customer: customer.id })).data).toHaveLength(1)
  expect((await target.stripe.invoiceItems.list({ customer: customer.id, pending: true })).data).toEqual([])
})

behaves('with create_prorations the lines wait for the next invoice', async (target) => {
  const { subscription, pro, item, customer } = await makeSubscriber(target)
  await target.stripe.subscriptions.update(subscription.id, { items: [{ id: item.id, price: pro.id }] })
  const waiting = await target.stripe.invoiceItems.list({ customer: customer.id, pending: true })
  expect(waiting.data.map(({ proration }) => proration)).toEqual([true, true])
  expect((await target.stripe.invoices.list({ customer: customer.id })).data).toHaveLength(1)
})

behaves('a change whose payment fails waits, and nothing changes', async (target) => {
  const { subscription, pro, starter, item } = await makeSubscriber(target, 'pm_card_chargeCustomerFail')
  const waiting = await target.stripe.subscriptions.update(subscription.id, {
    items: [{ id: item.id, price: pro.id }],
    ...inPlace,
    expand: ['latest_invoice.payments.data.payment.payment_intent'],
  })
  expect(waiting.status).toBe('active')
  expect(itemOf(waiting).price.id).toBe(starter.id)
  expect(waiting.pending_update?.subscription_items?.[0]?.price.id).toBe(pro.id)
  const invoice = invoiceOf(waiting.latest_invoice)
  expect(invoice.status).toBe('open')
  const intent = invoice.payments?.data[0]?.payment.payment_intent as Stripe.PaymentIntent
  expect(intent).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { type: 'card_error', code: 'card_declined' },
  })
})

behaves('a change that waits is given up with its invoice', async (target) => {
  const { subscription, pro, starter, item } = await makeSubscriber(target, 'pm_card_chargeCustomerFail')
  const { latest_invoice } = await target.stripe.subscriptions.update(subscription.id, {
    items: [{ id: item.id, price: pro.id }],
    ...inPlace,
  })
  await target.stripe.invoices.voidInvoice(String(latest_invoice))
  const after = await target.stripe.subscriptions.retrieve(subscription.id)
  expect(after.pending_update).toBeNull()
  expect(itemOf(after).price.id).toBe(starter.id)
})

behaves('a change that waits is made when its invoice is paid', async (target) => {
  const { subscription, pro, item, customer } = await makeSubscriber(target, 'pm_card_chargeCustomerFail')
  const { latest_invoice } = await target.stripe.subscriptions.update(subscription.id, {
    items: [{ id: item.id, price: pro.id }],
    ...inPlace,
  })
  const better = await target.stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  await target.stripe.invoices.pay(String(latest_invoice), { payment_method: better.id })
  const after = await target.stripe.subscriptions.retrieve(subscription.id)
  expect(after.pending_update).toBeNull()
  expect(itemOf(after).price.id).toBe(pro.id)
})

behaves('error_if_incomplete is a 402 that leaves nothing behind', async (target) => {
  const { subscription, pro, starter, item, customer } = await makeSubscriber(target, 'pm_card_chargeCustomerFail')
  const refused = target.stripe.subscriptions.update(subscription.id, {
    items: [{ id: item.id, price: pro.id }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'error_if_incomplete',
  })
  await expect(refused).rejects.toMatchObject({ statusCode: 402, type: 'StripeCardError', code: 'card_declined' })
  const after = await target.stripe.subscriptions.retrieve(subscription.id)
  expect(itemOf(after).price.id).toBe(starter.id)
  expect((await target.stripe.invoiceItems.list({ customer: customer.id, pending: true })).data).toEqual([])
})

behaves("an end at the period's end is set and taken back", async (target) => {
  const { subscription, item } = await makeSubscriber(target)
  const ending = await target.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  expect(ending).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: item.current_period_end })
  const again = await target.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
  expect(again).toMatchObject({ status: 'active', cancel_at_period_end: false, cancel_at: null, canceled_at: null })
})

behaves('a cancelled subscription never rises again', async (target) => {
  const { subscription, pro, item } = await makeSubscriber(target)
  const ended = await target.stripe.subscriptions.cancel(subscription.id)
  expect(ended.status).toBe('canceled')
  expect(ended.ended_at).toBeGreaterThan(0)
  for (const change of [{ cancel_at_period_end: false }, { items: [{ id: item.id, price: pro.id }] }])
    await expect(target.stripe.subscriptions.update(subscription.id, change)).rejects.toMatchObject({ statusCode: 400 })
  expect((await target.stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled')
})

behaves("a deleted customer's subscription ends at once", async (target) => {
  const { subscription, customer } = await makeSubscriber(target)
  await target.stripe.customers.del(customer.id)
  expect((await target.stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled')
})

behaves("a schedule has another price from the period's end on, until it is released", async (target) => {
  const { subscription, starter, pro, item } = await makeSubscriber(target)
  const { stripe } = target
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
  expect(schedule).toMatchObject({
    status: 'active',
    current_phase: { start_date: item.current_period_start, end_date: item.current_period_end },
  })
  const changed = await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: 'release',
    phases: [
      {
        items: [{ price: starter.id, quantity: 1 }],
        start_date: item.current_period_start,
        end_date: item.current_period_end,
      },
      { items: [{ price: pro.id, quantity: 1 }], duration: { interval: 'month', interval_count: 1 } },
    ],
  })
  expect(changed.phases.map(({ items }) => items[0]?.price)).toEqual([starter.id, pro.id])
  const held = await stripe.subscriptions.retrieve(subscription.id)
  expect([held.schedule, itemOf(held).price.id]).toEqual([schedule.id, starter.id])
  await expect(stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })).rejects.toMatchObject({
    statusCode: 400,
  })
  const released = await stripe.subscriptionSchedules.release(schedule.id)
  expect(released).toMatchObject({ status: 'released', released_subscription: subscription.id, subscription: null })
  expect((await stripe.subscriptions.retrieve(subscription.id)).schedule).toBeNull()
})

behaves('a pending update is for cards: a bank debit and a sent invoice are refused', async (target) => {
  const { stripe } = target
  const { customer, pro, subscription, item } = await makeSubscriber(target)
  const change = (payment_behavior: 'pending_if_incomplete' | 'error_if_incomplete') =>
    stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, price: pro.id }],
      proration_behavior: 'always_invoice',
      payment_behavior,
    })
  await stripe.subscriptions.update(subscription.id, { collection_method: 'send_invoice', days_until_due: 30 })
  await expect(change('pending_if_incomplete')).rejects.toMatchObject({ type: 'StripeInvalidRequestError' })
  await stripe.subscriptions.update(subscription.id, { collection_method: 'charge_automatically' })
  const bank = await stripe.paymentMethods.attach('pm_usBankAccount_success', { customer: customer.id })
  await stripe.subscriptions.update(subscription.id, { default_payment_method: bank.id })
  await expect(change('pending_if_incomplete')).rejects.toMatchObject({ type: 'StripeInvalidRequestError' })
  expect(itemOf(await change('error_if_incomplete')).price.id).toBe(pro.id)
})
