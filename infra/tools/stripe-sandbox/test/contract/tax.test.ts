import type Stripe from 'stripe'
import { expect } from 'vitest'
import { itemOf, makeCustomer, makePrice } from '../support/plans.ts'
import { behaves, type Target } from '../support/targets.ts'

const unknownPlace = { statusCode: 400, code: 'customer_tax_location_invalid' }
const taxed = {
  automatic_tax: { enabled: true },
  billing_address_collection: 'required',
  tax_id_collection: { enabled: true },
  customer_update: { address: 'auto', name: 'auto' },
} as const

/** A checkout of a plan of $39 that has tax on top. */
async function openTaxed({ stripe, unique }: Target, more: Partial<Stripe.Checkout.SessionCreateParams> = taxed) {
  const price = await makePrice(stripe, unique('Starter'), 3_900)
  const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' })
  const session = await stripe.checkout.sessions.create({
    ...{ mode: 'subscription', customer, line_items: [{ price: price.id, quantity: 1 }] },
    success_url: 'https://utter.example/done',
    ...more,
  })
  return { customer, price, session }
}

behaves(
  'tax comes on top, by the country that is typed; renewals and previews have it too',
  async (target) => {
    const { stripe, sandbox, unique } = target
    const { customer, session } = await openTaxed(target)
    expect(session).toMatchObject({
      ...{ amount_total: 3_900, automatic_tax: { enabled: true, status: 'requires_location_inputs' } },
    })
    await sandbox?.finishCheckout(session.url ?? '', undefined, { country: 'DE' })
    const [invoice] = (await stripe.invoices.list({ customer })).data
    expect(invoice).toMatchObject({
      ...{ subtotal: 3_900, total: 4_641, amount_paid: 4_641, total_excluding_tax: 3_900 },
      automatic_tax: { enabled: true, status: 'complete' },
      total_taxes: [{ amount: 741, tax_behavior: 'exclusive', taxable_amount: 3_900 }],
      lines: { data: [{ amount: 3_900, taxes: [{ amount: 741 }] }] },
    })
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ address: { country: 'DE' } })
    const [subscription] = (await stripe.subscriptions.list({ customer })).data
    if (!subscription) throw new Error('the checkout was not paid')
    expect(subscription.automatic_tax.enabled).toBe(true)
    const pro = await makePrice(stripe, unique('Pro'), 19_900)
    const change = {
      items: [{ id: itemOf(subscription).id, price: pro.id }],
      proration_behavior: 'always_invoice' as const,
      proration_date: sandbox?.now() ?? 0,
    }
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: change,
    })
    await stripe.subscriptions.update(subscription.id, { ...change, payment_behavior: 'pending_if_incomplete' })
    const [raised] = (await stripe.invoices.list({ customer })).data
    expect([raised?.total, raised?.total_taxes?.[0]?.amount]).toEqual([preview.total, preview.total_taxes?.[0]?.amount])
    expect(raised?.total).toBeGreaterThan(18_900)
    await sandbox?.advance(itemOf(subscription).current_period_end + 7_200)
    expect((await stripe.invoices.list({ customer })).data[0]?.total).toBe(23_681)
  },
  'pages',
)

behaves(
  'the page counts the tax before it is paid, and asks again where the total has changed',
  async ({ sandbox, ...target }) => {
    const { session } = await openTaxed({ ...target, ...(sandbox && { sandbox }) })
    const url = `${sandbox?.url}${new URL(session.url ?? '').pathname}`
    const card = { email: 'a@b.example', number: '4242424242424242', expiry: '12 / 60', cvc: '123' }
    const send = async (form: Record<string, string>) => {
      const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
      return { status: answer.status, text: await answer.text() }
    }
    const shown = await send({ act: 'apply', country: 'GB', shown: '3900' })
    expect(shown.status).toBe(200)
    for (const words of ['Subtotal', '$39.00', 'Tax', '$7.80', 'Total today', '$46.80', 'Pay $46.80'])
      expect(shown.text).toContain(words)
    const other = await send({ ...card, country: 'FR', shown: '4641' })
    expect([other.status, other.text]).toEqual([400, expect.stringContaining('The total is $46.80 now')])
    expect((await send({ ...card, shown: '4680' })).text).toContain('Choose your country')
    expect((await send({ ...card, country: 'FR', shown: '4680' })).status).toBe(303)
  },
  'pages',
)

behaves(
  'a business of another country pays its tax itself',
  async (target) => {
    const { customer, session } = await openTaxed(target)
    const url = `${target.sandbox?.url}${new URL(session.url ?? '').pathname}`
    const form = { email: 'a@b.example', number: '4242424242424242', expiry: '12 / 60', cvc: '123' }
    const body = new URLSearchParams({ ...form, country: 'DE', taxId: 'DE123456789' })
    await fetch(url, { method: 'POST', body, redirect: 'manual' })
    const [invoice] = (await target.stripe.invoices.list({ customer })).data
    expect(invoice).toMatchObject({ total: 3_900, total_taxes: [{ amount: 0, taxability_reason: 'reverse_charge' }] })
  },
  'pages',
)

behaves('where nobody knows the place, tax is refused', async (target) => {
  const { stripe, unique } = target
  const price = await makePrice(stripe, unique('Starter'), 3_900)
  const { id: customer } = await makeCustomer(stripe)
  const automatic_tax = { enabled: true }
  await expect(
    stripe.subscriptions.create({ customer, items: [{ price: price.id }], automatic_tax }),
  ).rejects.toMatchObject(unknownPlace)
  const { id } = await stripe.subscriptions.create({ customer, items: [{ price: price.id }] })
  await expect(stripe.subscriptions.update(id, { automatic_tax })).rejects.toMatchObject(unknownPlace)
  await stripe.invoiceItems.create({ customer, amount: 500, currency: 'usd' })
  const invoice = { customer, pending_invoice_items_behavior: 'include', automatic_tax } as const
  await expect(stripe.invoices.create(invoice)).rejects.toMatchObject(unknownPlace)
  await stripe.customers.update(customer, { address: { country: 'US' } })
  expect(await stripe.invoices.create(invoice)).toMatchObject({ subtotal: 500, total: 550 })
  expect((await stripe.subscriptions.update(id, { automatic_tax })).automatic_tax.enabled).toBe(true)
})

behaves('a checkout of a customer that is known may tax it only where it may keep what is typed', async (target) => {
  const { customer_update: _, ...kept } = taxed
  await expect(openTaxed(target, kept)).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('customer_update[address]'),
  })
  const unnamed = { ...taxed, customer_update: { address: 'auto' } as const }
  await expect(openTaxed(target, unnamed)).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('customer_update[name]'),
  })
})
