import Stripe from 'stripe'
import { expect } from 'vitest'
import { makeCustomer } from '../support/plans.ts'
import { behaves } from '../support/targets.ts'

const decimal = (text: string) => Stripe.Decimal.from(text)

behaves('an item is its quantity at a price with decimals, half a cent rounded up', async ({ stripe }) => {
  const customer = await makeCustomer(stripe)
  const amounts: number[] = []
  for (const [quantity, price] of [
    [3, '2.5'],
    [1, '2.4'],
    [1250, '4'],
  ] as const) {
    const item = await stripe.invoiceItems.create({
      customer: customer.id,
      quantity,
      unit_amount_decimal: decimal(price),
      currency: 'usd',
      description: 'Calls past the plan',
      metadata: { segment: '1' },
      period: { start: 1_800_000_000, end: 1_800_086_400 },
    })
    expect(item).toMatchObject({
      quantity,
      invoice: null,
      metadata: { segment: '1' },
      period: { start: 1_800_000_000, end: 1_800_086_400 },
    })
    expect(item.pricing?.unit_amount_decimal?.toString()).toBe(price)
    amounts.push(item.amount)
  }
  expect(amounts).toEqual([8, 2, 5000])
})

/** A draft with one item of seven dollars. */
async function makeDraft(stripe: Stripe) {
  const customer = await makeCustomer(stripe)
  const draft = await stripe.invoices.create({ customer: customer.id, auto_advance: false })
  const one = { customer: customer.id, invoice: draft.id, amount: 700, currency: 'usd' }
  return { customer, draft, item: await stripe.invoiceItems.create(one) }
}

behaves('items of a draft are on its lines, and none after it is finalized', async ({ stripe }) => {
  const { customer, draft, item } = await makeDraft(stripe)
  expect((await stripe.invoiceItems.list({ invoice: draft.id })).data.map(({ id }) => id)).toEqual([item.id])
  const [line] = (await stripe.invoices.listLineItems(draft.id)).data
  expect(line).toMatchObject({ amount: 700, parent: { invoice_item_details: { invoice_item: item.id } } })
  expect(await stripe.invoices.finalizeInvoice(draft.id)).toMatchObject({ status: 'open', total: 700 })
  const late = stripe.invoiceItems.create({ customer: customer.id, invoice: draft.id, amount: 1, currency: 'usd' })
  await expect(late).rejects.toMatchObject({ statusCode: 400 })
  expect(await stripe.invoices.pay(draft.id)).toMatchObject({ status: 'paid', amount_paid: 700, amount_remaining: 0 })
})

behaves('items that wait are taken onto an invoice that asks for them', async ({ stripe }) => {
  const customer = await makeCustomer(stripe)
  await stripe.invoiceItems.create({ customer: customer.id, amount: 250, currency: 'usd' })
  const without = await stripe.invoices.create({ customer: customer.id, pending_invoice_items_behavior: 'exclude' })
  expect(without.total).toBe(0)
  const withThem = await stripe.invoices.create({ customer: customer.id, pending_invoice_items_behavior: 'include' })
  expect(withThem.total).toBe(250)
  expect((await stripe.invoiceItems.list({ customer: customer.id, pending: true })).data).toEqual([])
  const again = stripe.invoices.create({ customer: customer.id, pending_invoice_items_behavior: 'include' })
  await expect(again).rejects.toMatchObject({ statusCode: 400, code: 'invoice_no_customer_line_items' })
})

behaves('an item is taken back while its invoice is a draft', async ({ stripe }) => {
  const { draft, item } = await makeDraft(stripe)
  await stripe.invoiceItems.del(item.id)
  expect((await stripe.invoices.retrieve(draft.id)).total).toBe(0)
})

behaves('a declined card leaves the invoice open', async ({ stripe }) => {
  const customer = await makeCustomer(stripe, 'pm_card_chargeCustomerFail')
  await stripe.invoiceItems.create({ customer: customer.id, amount: 250, currency: 'usd' })
  const { id } = await stripe.invoices.create({ customer: customer.id, pending_invoice_items_behavior: 'include' })
  await expect(stripe.invoices.pay(id)).rejects.toMatchObject({
    statusCode: 402,
    type: 'StripeCardError',
    code: 'card_declined',
  })
  expect(await stripe.invoices.retrieve(id)).toMatchObject({ status: 'open', attempted: true })
  expect(await stripe.invoices.voidInvoice(id)).toMatchObject({ status: 'void' })
})
