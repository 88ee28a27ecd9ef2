import type Stripe from 'stripe'
import { expect } from 'vitest'
import { makeCustomer } from '../support/plans.ts'
import { behaves } from '../support/targets.ts'

/** A payment whose owner denies it. */
async function disputed(stripe: Stripe) {
  const customer = await makeCustomer(stripe, 'pm_card_createDispute')
  await stripe.invoiceItems.create({ customer: customer.id, amount: 250, currency: 'usd' })
  const { id } = await stripe.invoices.create({ customer: customer.id, pending_invoice_items_behavior: 'include' })
  expect(await stripe.invoices.pay(id)).toMatchObject({ status: 'paid' })
  const [charge] = (await stripe.charges.list({ customer: customer.id })).data
  const [dispute] = (await stripe.disputes.list({ charge: charge?.id ?? '' })).data
  return { charge, dispute, id: dispute?.id ?? '' }
}

behaves('a payment is disputed, and can’t be refunded meanwhile', async ({ stripe }) => {
  const { charge, dispute } = await disputed(stripe)
  expect(charge?.disputed).toBe(true)
  expect(dispute).toMatchObject({ charge: charge?.id, amount: 250, status: 'needs_response', reason: 'fraudulent' })
  expect(dispute).not.toHaveProperty('customer')
  await expect(stripe.refunds.create({ payment_intent: String(charge?.payment_intent) })).rejects.toMatchObject({
    code: 'charge_disputed',
  })
})

behaves('a dispute that is given up is lost, once', async ({ stripe }) => {
  const { id } = await disputed(stripe)
  expect((await stripe.disputes.close(id)).status).toBe('lost')
  await expect(stripe.disputes.close(id)).rejects.toMatchObject({ statusCode: 400 })
})

behaves(
  'a dispute is won by its evidence',
  async ({ stripe }) => {
    const { id } = await disputed(stripe)
    await stripe.disputes.update(id, { evidence: { uncategorized_text: 'winning_evidence' } })
    expect((await stripe.disputes.retrieve(id)).status).toBe('won')
  },
  'the clock',
)
