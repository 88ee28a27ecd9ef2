import Stripe from 'stripe'
import { expect } from 'vitest'
import { apiVersion } from '../../src/api/api-version.ts'
import { makePrice } from '../support/plans.ts'
import { behaves } from '../support/targets.ts'

behaves('a customer is made, found by its e-mail, changed and deleted', async ({ stripe, unique }) => {
  const email = `${unique('ada')}@example.com`
  const { id } = await stripe.customers.create({ email, metadata: { userId: 'u1', kept: 'yes' } })
  expect((await stripe.customers.list({ email })).data.map((one) => one.id)).toEqual([id])
  const changed = await stripe.customers.update(id, { name: 'Ada', metadata: { userId: 'u2', other: '' } })
  expect(changed).toMatchObject({ name: 'Ada', email, metadata: { userId: 'u2', kept: 'yes' } })
  expect(await stripe.customers.del(id)).toEqual(expect.objectContaining({ id, deleted: true }))
  expect(await stripe.customers.retrieve(id)).toMatchObject({ deleted: true })
  await expect(stripe.customers.del(id)).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' })
})

behaves('a credit of a customer is listed, and adds to its balance', async ({ stripe, unique }) => {
  const { id } = await stripe.customers.create({ name: unique('Ada') })
  const credit = { amount: -12, currency: 'usd', description: 'Given back', metadata: { item: 'i1' } }
  const made = await stripe.customers.createBalanceTransaction(id, credit)
  expect(made).toMatchObject({ ...credit, customer: id, ending_balance: -12, type: 'adjustment' })
  await stripe.customers.createBalanceTransaction(id, { amount: 2, currency: 'usd' })
  const { data } = await stripe.customers.listBalanceTransactions(id)
  expect(data.map(({ amount }) => amount)).toEqual([2, -12])
  expect(await stripe.customers.retrieve(id)).toMatchObject({ balance: -10 })
})

behaves('an empty value takes a key of metadata away', async ({ stripe }) => {
  const { id } = await stripe.customers.create({ metadata: { a: '1', b: '2' } })
  expect((await stripe.customers.update(id, { metadata: { a: '' } })).metadata).toEqual({ b: '2' })
})

behaves('a lookup key leads to one price, and moves when that is asked for', async ({ stripe, unique }) => {
  const key = unique('utter_starter')
  const first = await makePrice(stripe, unique('Starter'), 3900, key)
  const next = {
    product: String(first.product),
    currency: 'usd',
    unit_amount: 4900,
    recurring: { interval: 'month' },
  } as const
  await expect(stripe.prices.create({ ...next, lookup_key: key })).rejects.toMatchObject({
    statusCode: 400,
    type: 'StripeInvalidRequestError',
  })
  const second = await stripe.prices.create({ ...next, lookup_key: key, transfer_lookup_key: true })
  expect((await stripe.prices.list({ lookup_keys: [key] })).data.map(({ id }) => id)).toEqual([second.id])
  expect((await stripe.prices.retrieve(first.id)).lookup_key).toBeNull()
})

behaves('a price has its amount as a decimal too', async ({ stripe, unique }) => {
  const price = await makePrice(stripe, unique('Starter'), 3900)
  expect(price.unit_amount_decimal?.toString()).toBe('3900')
  expect(price).toMatchObject({ active: true, type: 'recurring', recurring: { interval: 'month', interval_count: 1 } })
})

behaves('lists come in pages, newest first', async ({ stripe, unique }) => {
  const email = `${unique('many')}@example.com`
  const made: string[] = []
  for (let count = 0; count < 3; count++) made.push((await stripe.customers.create({ email })).id)
  const first = await stripe.customers.list({ email, limit: 2 })
  expect([first.has_more, first.data.map(({ id }) => id)]).toEqual([true, [made[2], made[1]]])
  const all = await stripe.customers.list({ email, limit: 2 }).autoPagingToArray({ limit: 10 })
  expect(all.map(({ id }) => id)).toEqual(made.toReversed())
})

behaves('the same idempotency key gets the same answer, and with other parameters none', async ({ stripe, unique }) => {
  const idempotencyKey = unique('key')
  const [first, second] = [
    await stripe.customers.create({ name: 'Ada' }, { idempotencyKey }),
    await stripe.customers.create({ name: 'Ada' }, { idempotencyKey }),
  ]
  expect(second.id).toBe(first.id)
  await expect(stripe.customers.create({ name: 'Bob' }, { idempotencyKey })).rejects.toMatchObject({
    statusCode: 400,
    type: 'StripeIdempotencyError',
  })
})

behaves('what was refused before anything ran may be asked again under its key', async ({ stripe, unique }) => {
  const idempotencyKey = unique('key')
  await expect(stripe.customers.create({ nonsense: '1' } as object, { idempotencyKey })).rejects.toMatchObject({
    statusCode: 400,
  })
  expect(await stripe.customers.create({ name: 'Ada' }, { idempotencyKey })).toMatchObject({ name: 'Ada' })
})

behaves('an unknown parameter is named and refused', async ({ stripe }) => {
  await expect(stripe.customers.create({ nonsense: '1' } as object)).rejects.toMatchObject({
    statusCode: 400,
    code: 'parameter_unknown',
    param: 'nonsense',
    message: 'Received unknown parameter: nonsense',
  })
})

behaves('a missing parameter is named and refused', async ({ stripe }) => {
  await expect(
    stripe.prices.create({ currency: 'usd', product: '' } as Stripe.PriceCreateParams),
  ).rejects.toMatchObject({
    statusCode: 400,
    param: 'product',
  })
})

behaves('a missing object is a 404 by its address, and a 400 by a parameter', async ({ stripe }) => {
  await expect(stripe.customers.retrieve('cus_nowhere')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    message: "No such customer: 'cus_nowhere'",
  })
  await expect(
    stripe.invoiceItems.create({ customer: 'cus_nowhere', amount: 1, currency: 'usd' }),
  ).rejects.toMatchObject({
    statusCode: 400,
    code: 'resource_missing',
    param: 'customer',
  })
})

behaves('lists of a customer that never was are refused, those of a deleted one are not', async ({ stripe }) => {
  const lists = (customer: string) => [
    stripe.subscriptions.list({ customer }),
    stripe.invoices.list({ customer }),
    stripe.invoiceItems.list({ customer }),
  ]
  const refused = { status: 'rejected', reason: { code: 'resource_missing', param: 'customer' } }
  expect(await Promise.allSettled(lists('cus_nowhere'))).toMatchObject([refused, refused, refused])
  const { id } = await stripe.customers.create()
  await stripe.customers.del(id)
  expect((await Promise.all(lists(id))).map(({ data }) => data)).toEqual([[], [], []])
})

behaves('a wrong key is refused, and not repeated in full', async ({ sandbox }) => {
  const { hostname, port } = new URL(sandbox?.url ?? 'https://api.stripe.com:443')
  const wrong = 'sk_sandbox_a_key_that_is_not_right_at_all'
  const stranger = new Stripe(wrong, {
    host: hostname,
    port,
    protocol: sandbox ? 'http' : 'https',
    maxNetworkRetries: 0,
  })
  const refused = await stranger.customers.list().catch((error: Error) => error)
  expect(refused).toMatchObject({ statusCode: 401, type: 'StripeAuthenticationError' })
  expect(String(refused)).not.toContain(wrong)
})

behaves('an endpoint of events shows its secret once', async ({ stripe, unique }) => {
  const url = `https://example.com/${unique('hook')}`
  const made = await stripe.webhookEndpoints.create({ url, enabled_events: ['invoice.paid'] })
  expect(made.secret).toMatch(/^whsec_/)
  const changed = await stripe.webhookEndpoints.update(made.id, { enabled_events: ['invoice.paid', 'invoice.created'] })
  expect(changed.enabled_events).toHaveLength(2)
  expect(changed.secret).toBeUndefined()
  expect((await stripe.webhookEndpoints.list({ limit: 100 })).data.map(({ id }) => id)).toContain(made.id)
  await stripe.webhookEndpoints.del(made.id)
})

behaves('each endpoint has a secret and a state of its own', async ({ stripe, unique }) => {
  const url = `https://example.com/${unique('hook')}`
  const make = () => stripe.webhookEndpoints.create({ url, enabled_events: ['invoice.paid'], api_version: apiVersion })
  const [first, second] = [await make(), await make()]
  expect(first).toMatchObject({ status: 'enabled', api_version: apiVersion })
  expect(first.secret).not.toBe(second.secret)
  const disabled = await stripe.webhookEndpoints.update(first.id, { disabled: true })
  expect([disabled.status, (await stripe.webhookEndpoints.retrieve(second.id)).status]).toEqual(['disabled', 'enabled'])
  for (const { id } of [first, second]) await stripe.webhookEndpoints.del(id)
})

behaves('a price says once whether tax is inside, and keeps that', async ({ stripe, unique }) => {
  const { id, tax_behavior: before } = await makePrice(stripe, unique('Starter'), 3900)
  expect(before).toBe('unspecified')
  expect(await stripe.prices.update(id, { tax_behavior: 'exclusive' })).toMatchObject({ tax_behavior: 'exclusive' })
  await expect(stripe.prices.update(id, { tax_behavior: 'inclusive' })).rejects.toMatchObject({ statusCode: 400 })
})

behaves('parameters that this version has no more are refused', async ({ stripe, unique }) => {
  const price = await makePrice(stripe, unique('Starter'), 3900)
  const { id: customer } = await stripe.customers.create()
  const session = { mode: 'subscription', customer, line_items: [{ price: price.id, quantity: 1 }] }
  const removed = { ...session, success_url: 'https://example.com', payment_method_types: ['card'] } as never
  await expect(stripe.checkout.sessions.create(removed)).rejects.toMatchObject({
    ...{ statusCode: 400, code: 'parameter_unknown', param: 'payment_method_types' },
  })
})

behaves('what happened can be read again as events', async ({ stripe, unique }) => {
  const { id } = await stripe.customers.create({ name: unique('Ada') })
  const idsOf = async () =>
    (await stripe.events.list({ type: 'customer.created', limit: 50 })).data.map(
      ({ data }) => (data.object as { id: string }).id,
    )
  await expect.poll(idsOf).toContain(id)
})
