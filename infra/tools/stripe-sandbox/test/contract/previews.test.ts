import { expect } from 'vitest'
import { invoiceOf, makeSubscriber } from '../support/plans.ts'
import { behaves } from '../support/targets.ts'

const atOnce = { proration_behavior: 'always_invoice' } as const
const daySeconds = 24 * 3600

behaves(
  'the preview of a dearer price is the invoice that is then charged, on any day of the period',
  async (target) => {
    for (let round = 0; round < 6; round++) {
      const { stripe } = target
      const { subscription, pro, item, customer } = await makeSubscriber(target)
      if (round % 2) await stripe.customers.createBalanceTransaction(customer.id, { amount: -1_234, currency: 'usd' })
      if (target.sandbox)
        await target.sandbox.advance(target.sandbox.now() + Math.floor(Math.random() * 27 * daySeconds))
      const proration_date = (target.sandbox?.now() ?? item.current_period_start) - (target.sandbox ? round : 0)
      const items = [{ id: item.id, price: pro.id }]
      const preview = await stripe.invoices.createPreview({
        subscription: subscription.id,
        subscription_details: { items, ...atOnce, proration_date },
      })
      const paid = await stripe.subscriptions.update(subscription.id, {
        ...{ items, ...atOnce, proration_date, payment_behavior: 'pending_if_incomplete' },
        expand: ['latest_invoice'],
      })
      const invoice = invoiceOf(paid.latest_invoice)
      expect(preview).toMatchObject({ object: 'invoice', status: 'draft', billing_reason: 'subscription_update' })
      const { subtotal, total, amount_due, starting_balance, ending_balance } = invoice
      expect(preview).toMatchObject({ subtotal, total, amount_due, starting_balance, ending_balance })
      expect(preview.lines.data.map(({ amount }) => amount)).toEqual(invoice.lines.data.map(({ amount }) => amount))
      expect(invoice.amount_paid).toBe(amount_due)
    }
  },
  'the clock',
)

behaves('a preview leaves nothing behind', async ({ stripe, ...target }) => {
  const { subscription, pro, item, customer } = await makeSubscriber({ stripe, ...target })
  await stripe.customers.createBalanceTransaction(customer.id, { amount: -500, currency: 'usd' })
  const present = async () => [
    await stripe.subscriptions.retrieve(subscription.id),
    await stripe.customers.retrieve(customer.id),
    (await stripe.invoices.list({ customer: customer.id })).data,
    (await stripe.invoiceItems.list({ customer: customer.id })).data,
  ]
  const before = await present()
  for (const proration_behavior of ['always_invoice', 'create_prorations', 'none'] as const)
    await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { items: [{ id: item.id, price: pro.id }], proration_behavior },
    })
  expect(await present()).toEqual(before)
})

behaves('the preview of the next invoice has the items that wait; a recurring one the plan alone', async (target) => {
  const { stripe } = target
  const { subscription, pro, item, customer } = await makeSubscriber(target)
  await stripe.invoiceItems.create({
    ...{ customer: customer.id, subscription: subscription.id, amount: 77, currency: 'usd' },
  })
  const of = { subscription: subscription.id }
  const to = { items: [{ id: item.id, price: pro.id }], proration_behavior: 'none' as const }
  const previews = await Promise.all([
    stripe.invoices.createPreview(of),
    stripe.invoices.createPreview({ ...of, preview_mode: 'recurring' }),
    stripe.invoices.createPreview({ ...of, subscription_details: to }),
    stripe.invoices.createPreview({ ...of, subscription_details: to, preview_mode: 'recurring' }),
  ])
  expect(previews.map(({ total }) => total)).toEqual([3_977, 3_900, 19_977, 19_900])
})

behaves('a plan that ends has no next invoice to be previewed', async (target) => {
  const { subscription } = await makeSubscriber(target)
  await target.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  const none = { statusCode: 404, code: 'invoice_upcoming_none' }
  await expect(target.stripe.invoices.createPreview({ subscription: subscription.id })).rejects.toMatchObject(none)
})

behaves('a change counts from a time of the present period alone, in a preview and in earnest', async (target) => {
  const { stripe } = target
  const { subscription, pro, item } = await makeSubscriber(target)
  const items = [{ id: item.id, price: pro.id }]
  for (const proration_date of [item.current_period_start - 60, item.current_period_end + 60]) {
    const change = { items, ...atOnce, proration_date }
    const refused = { statusCode: 400, message: expect.stringContaining('proration date') }
    await expect(stripe.subscriptions.update(subscription.id, change)).rejects.toMatchObject(refused)
    await expect(
      stripe.invoices.createPreview({ subscription: subscription.id, subscription_details: change }),
    ).rejects.toMatchObject(refused)
  }
})
