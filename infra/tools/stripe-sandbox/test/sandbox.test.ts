import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cards } from '../src/finish-checkout.ts'
import { type OpenSandbox, openSandbox } from '../src/open-sandbox.ts'

let sandbox: OpenSandbox
let stripe: Stripe
beforeEach(async () => {
  sandbox = await openSandbox()
  stripe = sandbox.stripe
})
afterEach(() => sandbox[Symbol.asyncDispose]())

test('a checkout is paid by its forms, and a year is played', async () => {
  const product = await stripe.products.create({ name: 'Starter', metadata: { tier: 'starter' } })
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 3900,
    recurring: { interval: 'month' },
    lookup_key: 'utter_starter',
  })
  const customer = await stripe.customers.create({ email: 'a@example.com', metadata: { userId: 'u1' } })
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: 'https://utter.example/account?checkout=done',
    cancel_url: 'https://utter.example/pricing',
    subscription_data: { metadata: { userId: 'u1' } },
  })
  const declined = await sandbox.finishCheckout(session.url ?? '', cards.declined)
  expect(declined.status).toBe(402)
  expect(declined.page).toContain('Your card was declined')
  const paid = await sandbox.finishCheckout(session.url ?? '')
  expect(paid.location).toBe('https://utter.example/account?checkout=done')
  const [subscription] = (
    await stripe.subscriptions.list({ customer: customer.id, status: 'all', expand: ['data.latest_invoice'] })
  ).data
  expect(subscription?.status).toBe('active')
  expect((subscription!.latest_invoice as Stripe.Invoice).status).toBe('paid')
  for (let month = 0; month < 12; month++) {
    const { current_period_end } = (await stripe.subscriptions.retrieve(subscription!.id)).items.data[0]!
    await sandbox.advance(current_period_end)
    const [draft] = (await stripe.invoices.list({ customer: customer.id, status: 'draft' })).data
    await stripe.invoiceItems.create({
      customer: customer.id,
      invoice: draft!.id!,
      quantity: 3,
      unit_amount_decimal: (stripe.constructor as typeof Stripe).Decimal.from('2.5'),
      currency: 'usd',
    })
    await sandbox.advance(current_period_end + 3601)
    expect(await stripe.invoices.retrieve(draft!.id!)).toMatchObject({ status: 'paid', total: 3908 })
  }
  expect((await stripe.invoices.list({ customer: customer.id, limit: 100 })).data).toHaveLength(13)
})
