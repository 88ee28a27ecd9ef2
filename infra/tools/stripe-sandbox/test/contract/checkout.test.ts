import type Stripe from 'stripe'
import { expect } from 'vitest'
import { cards } from '../../src/finish-checkout.ts'
import { invoiceOf, itemOf, makePrice } from '../support/plans.ts'
import { behaves, type Target } from '../support/targets.ts'

async function begin({
  stripe,
  unique,
}: Target): Promise<{ session: Stripe.Checkout.Session; customer: Stripe.Customer; price: Stripe.Price }> {
  const price = await makePrice(stripe, unique('Starter'), 3900)
  const customer = await stripe.customers.create({ email: 'ada@example.com', metadata: { userId: 'u1' } })
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    client_reference_id: 'u1',
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: 'https://utter.example/account?checkout=done&id={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://utter.example/pricing',
    subscription_data: { metadata: { userId: 'u1' } },
  })
  return { session, customer, price }
}
const subscriptionsOf = (stripe: Stripe, customer: string) => stripe.subscriptions.list({ customer, status: 'all' })

behaves('a checkout is open with an address until it is paid', async (target) => {
  const { session, customer, price } = await begin(target)
  expect(session).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
    subscription: null,
    client_reference_id: 'u1',
  })
  expect(session.url).toMatch(/^https?:/)
  const found = await target.stripe.checkout.sessions.retrieve(session.id, { expand: ['line_items'] })
  expect(found.line_items?.data[0]).toMatchObject({ quantity: 1, price: { id: price.id } })
  const listed = await target.stripe.checkout.sessions.list({ customer: customer.id })
  expect(listed.data.map(({ id }) => id)).toEqual([session.id])
  expect((await subscriptionsOf(target.stripe, customer.id)).data).toEqual([])
})

behaves(
  'a paid checkout has an active subscription with its metadata and a paid invoice',
  async (target) => {
    const { session, customer, price } = await begin(target)
    const paid = await target.sandbox?.finishCheckout(session.url ?? '')
    expect(paid).toMatchObject({
      status: 303,
      location: `https://utter.example/account?checkout=done&id=${session.id}`,
    })
    const done = await target.stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription.latest_invoice'] })
    expect(done).toMatchObject({ status: 'complete', payment_status: 'paid', url: null, customer: customer.id })
    const subscription = done.subscription as Stripe.Subscription
    expect(subscription).toMatchObject({ status: 'active', metadata: { userId: 'u1' } })
    expect(itemOf(subscription).price.id).toBe(price.id)
    expect(invoiceOf(subscription.latest_invoice)).toMatchObject({ status: 'paid', total: 3900 })
  },
  'pages',
)

behaves(
  'a paid checkout is paid once',
  async (target) => {
    const { session, customer } = await begin(target)
    await target.sandbox?.finishCheckout(session.url ?? '')
    const again = await target.sandbox?.finishCheckout(session.url ?? '')
    expect(again?.status).toBe(303)
    expect((await subscriptionsOf(target.stripe, customer.id)).data).toHaveLength(1)
  },
  'pages',
)

behaves(
  'a declined card says so beside its field, and nothing is made',
  async (target) => {
    const { session, customer } = await begin(target)
    const declined = await target.sandbox?.finishCheckout(session.url ?? '', cards.declined)
    expect(declined).toMatchObject({ status: 402, location: null })
    expect(declined?.page).toMatch(/aria-describedby="number-error".*Your card was declined/s)
    expect((await subscriptionsOf(target.stripe, customer.id)).data).toEqual([])
    expect((await target.stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
  },
  'pages',
)

behaves(
  'a second step is confirmed or refused; refused, nothing is made',
  async (target) => {
    const { session, customer } = await begin(target)
    const refused = await target.sandbox?.finishCheckout(session.url ?? '', cards.secondStep, { answer: 'refuse' })
    expect(refused?.page).toContain('Your bank did not confirm the payment')
    expect((await subscriptionsOf(target.stripe, customer.id)).data).toEqual([])
    const confirmed = await target.sandbox?.finishCheckout(session.url ?? '', cards.secondStep)
    expect(confirmed?.status).toBe(303)
    expect((await subscriptionsOf(target.stripe, customer.id)).data).toMatchObject([{ status: 'active' }])
  },
  'pages',
)

behaves(
  'a change of plan with a card that needs a second step waits for it',
  async (target) => {
    const { session, customer } = await begin(target)
    const pro = await makePrice(target.stripe, target.unique('Pro'), 19_900)
    await target.sandbox?.finishCheckout(session.url ?? '', cards.secondStep)
    const [subscription] = (await subscriptionsOf(target.stripe, customer.id)).data
    const waiting = await target.stripe.subscriptions.update(subscription?.id ?? '', {
      items: [{ id: itemOf(subscription!).id, price: pro.id }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
      expand: ['latest_invoice.payments.data.payment.payment_intent'],
    })
    expect(waiting.pending_update).not.toBeNull()
    const intent = invoiceOf(waiting.latest_invoice).payments?.data[0]?.payment.payment_intent as Stripe.PaymentIntent
    expect(intent.status).toBe('requires_action')
  },
  'pages',
)

behaves(
  'a checkout that nobody pays expires',
  async (target) => {
    const { session } = await begin(target)
    await target.sandbox?.advance(session.expires_at + 1)
    expect(await target.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'expired', url: null })
    const page = await target.sandbox?.finishCheckout(session.url ?? '')
    expect(page).toMatchObject({ status: 410 })
  },
  'the clock',
)

behaves('the parameter of the versions before is refused', async ({ stripe, unique }) => {
  const price = await makePrice(stripe, unique('Starter'), 3900)
  const params = {
    mode: 'subscription' as const,
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: 'https://utter.example/account',
  }
  await expect(
    stripe.checkout.sessions.create({ ...params, payment_method_types: ['card'] } as object),
  ).rejects.toMatchObject({ statusCode: 400, param: 'payment_method_types' })
  expect(await stripe.checkout.sessions.create({ ...params, allowed_payment_method_types: ['card'] })).toMatchObject({
    allowed_payment_method_types: ['card'],
  })
})
