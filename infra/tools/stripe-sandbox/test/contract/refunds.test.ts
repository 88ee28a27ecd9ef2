import type Stripe from 'stripe'
import { expect } from 'vitest'
import { makeSubscriber } from '../support/plans.ts'
import { behaves } from '../support/targets.ts'

/** The payment of a subscription's first invoice. */
async function paymentOf(stripe: Stripe, subscription: string) {
  const { data } = await stripe.invoices.list({ subscription, expand: ['data.payments'] })
  const payment = data[0]?.payments?.data[0]
  return { intent: String(payment?.payment.payment_intent), paid: payment?.amount_paid ?? 0 }
}

behaves('a payment is refunded in parts, and never past what was paid', async (target) => {
  const { stripe } = target
  const { subscription } = await makeSubscriber(target)
  const { intent, paid } = await paymentOf(stripe, subscription.id)
  expect(paid).toBe(3900)
  const part = await stripe.refunds.create({ payment_intent: intent, amount: 900, reason: 'duplicate' })
  expect(part).toMatchObject({ amount: 900, payment_intent: intent, reason: 'duplicate', status: 'succeeded' })
  await expect(stripe.refunds.create({ payment_intent: intent, amount: 3001 })).rejects.toMatchObject({
    statusCode: 400,
  })
  expect(await stripe.refunds.create({ payment_intent: intent })).toMatchObject({ amount: 3000 })
  await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  })
  expect((await stripe.refunds.list({ payment_intent: intent })).data.map(({ amount }) => amount)).toEqual([3000, 900])
})

behaves('a charge shows how much of it was given back, and is found with its customer', async (target) => {
  const { stripe } = target
  const { subscription, customer } = await makeSubscriber(target)
  const { intent } = await paymentOf(stripe, subscription.id)
  const charge = async () => (await stripe.charges.list({ customer: customer.id, limit: 100 })).data[0]
  expect(await charge()).toMatchObject({ payment_intent: intent, amount: 3900, amount_refunded: 0, refunded: false })
  await stripe.refunds.create({ payment_intent: intent, amount: 900 })
  expect(await charge()).toMatchObject({ amount_refunded: 900, refunded: false })
  await stripe.refunds.create({ payment_intent: intent })
  expect(await charge()).toMatchObject({ amount_refunded: 3900, refunded: true })
})
