import { openHttpServer } from '@utter/testing/http-server'
import Stripe from 'stripe'
import { expect, onTestFinished } from 'vitest'
import { type OpenSandbox, openSandbox } from '../src/open-sandbox.ts'
import { hour, subscribe, test } from './support/sandbox.ts'

type Received = { type: string; id: string; event: Stripe.Event }
/** An endpoint of events that checks each signature. */
async function openEndpoint(sandbox: OpenSandbox, enabled_events = ['*']) {
  const received: Received[] = []
  const state = { status: 200, onEvent: async (_event: Stripe.Event) => {} }
  const server = await openHttpServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const header = String(request.headers['stripe-signature'])
    const event = Stripe.webhooks.constructEvent(Buffer.concat(chunks), header, sandbox.webhookSecret, 300)
    if (state.status === 200) received.push({ type: event.type, id: event.id, event })
    await state.onEvent(event)
    response.writeHead(state.status).end()
  })
  onTestFinished(server.close)
  const url = `${server.url}/hook`
  await sandbox.stripe.webhookEndpoints.create({ url, enabled_events: enabled_events as ['*'] })
  return { received, state }
}
const idle = (sandbox: OpenSandbox) => expect.poll(async () => (await sandbox.deliver()).pending).toBe(0)

test('events arrive signed, in the order in which they happened', async ({ sandbox, plans }) => {
  const { received } = await openEndpoint(sandbox)
  const ada = await subscribe(sandbox, plans.starter)
  await idle(sandbox)
  const types = received.map(({ type }) => type)
  expect(types).toEqual(
    expect.arrayContaining(['invoice.paid', 'customer.subscription.created', 'checkout.session.completed']),
  )
  expect(types).toEqual((await ada.events()).slice(-types.length))
  const completed = received.find(({ type }) => type === 'checkout.session.completed')
  expect(completed?.event.data.object).toMatchObject({ customer: ada.customer, status: 'complete' })
})

test('an endpoint gets the events that it asked for', async ({ sandbox, plans }) => {
  const { received } = await openEndpoint(sandbox, ['invoice.paid'])
  await subscribe(sandbox, plans.starter)
  await idle(sandbox)
  expect(received.map(({ type }) => type)).toEqual(['invoice.paid'])
})

test('an event that is refused is sent again until it is taken', async ({ sandbox }) => {
  const { received, state } = await openEndpoint(sandbox)
  state.status = 500
  await sandbox.stripe.customers.create({})
  await expect.poll(async () => (await sandbox.deliver()).pending).toBe(1)
  expect(received).toEqual([])
  state.status = 200
  await expect.poll(() => received.map(({ type }) => type)).toEqual(['customer.created'])
})

test('an endpoint that is away for three days is given up, and the event can still be read', async ({ sandbox }) => {
  const { state } = await openEndpoint(sandbox)
  state.status = 500
  await sandbox.stripe.customers.create({})
  await sandbox.deliver()
  for (const days of [1, 2, 3, 4]) await sandbox.advance(sandbox.now() + days * 24 * hour)
  expect(await sandbox.deliver()).toMatchObject({ pending: 0 })
  expect((await sandbox.stripe.events.list({ type: 'customer.created' })).data).toHaveLength(1)
})

test('on demand each event comes twice', async ({ sandbox }) => {
  const { received } = await openEndpoint(sandbox)
  await sandbox.setDelivery({ duplicate: true })
  await sandbox.stripe.customers.create({})
  await idle(sandbox)
  expect(received).toHaveLength(2)
  expect(received[0]?.id).toBe(received[1]?.id)
})

test('on demand events come late', async ({ sandbox }) => {
  const { received } = await openEndpoint(sandbox)
  await sandbox.setDelivery({ delay_ms: hour * 1000 })
  await sandbox.stripe.customers.create({})
  expect(await sandbox.deliver()).toMatchObject({ delivered: 0, pending: 1 })
  await sandbox.advance(sandbox.now() + hour + 1)
  expect(received).toHaveLength(1)
})

test('on demand events come in disorder', async ({ sandbox }) => {
  const { received } = await openEndpoint(sandbox)
  await sandbox.setDelivery({ shuffle: true, paused: true })
  for (let count = 0; count < 30; count++) await sandbox.stripe.customers.create({})
  await sandbox.deliver()
  const ids = received.map(({ id }) => id)
  const inOrder = (await sandbox.stripe.events.list({ limit: 100 })).data.map(({ id }) => id).toReversed()
  expect(ids).toHaveLength(30)
  expect(ids).not.toEqual(inOrder)
  expect(ids.toSorted()).toEqual(inOrder.toSorted())
})

test('while they are paused events wait, until they are asked for', async ({ sandbox }) => {
  const { received } = await openEndpoint(sandbox)
  await sandbox.setDelivery({ paused: true })
  await sandbox.stripe.customers.create({})
  await sandbox.advance(sandbox.now() + hour)
  expect(received).toEqual([])
  expect(await sandbox.deliver()).toEqual({ delivered: 1, refused: 0, pending: 0 })
})

test('while the clock is moved an endpoint can add to a draft before it is finalized', async ({ sandbox, plans }) => {
  const { state } = await openEndpoint(sandbox, ['invoice.created'])
  const ada = await subscribe(sandbox, plans.starter)
  state.onEvent = async ({ data }) => {
    const { id, status } = data.object as Stripe.Invoice
    const isDraft = (await sandbox.stripe.invoices.retrieve(id)).status === 'draft'
    if (status === 'draft' && isDraft)
      await sandbox.stripe.invoiceItems.create({ customer: ada.customer, invoice: id, amount: 40, currency: 'usd' })
  }
  await sandbox.advance((await ada.item()).current_period_end + 62 * 24 * hour)
  expect((await ada.invoices()).map(({ total }) => total)).toEqual([3940, 3940, 3940, 3900])
})

test('an event that is taken at its second try holds up no draft', async ({ sandbox, plans }) => {
  const { state } = await openEndpoint(sandbox, ['invoice.created'])
  const ada = await subscribe(sandbox, plans.starter)
  await idle(sandbox)
  state.status = 500
  const { current_period_end: end } = await ada.item()
  await sandbox.advance(end)
  state.status = 200
  await sandbox.advance(end + hour)
  expect((await ada.invoices())[0]).toMatchObject({ status: 'paid' })
})

test('an endpoint that does not answer is asked once a second, however many events wait', async ({ sandbox }) => {
  let asked = 0
  await using away = await openHttpServer((request) => {
    asked += 1
    request.socket.destroy()
  })
  const url = `${away.url}/`
  await sandbox.stripe.webhookEndpoints.create({ url, enabled_events: ['*'] })
  await sandbox.setDelivery({ paused: true })
  for (let count = 0; count < 3; count++) await sandbox.stripe.customers.create({})
  expect(await sandbox.deliver()).toEqual({ delivered: 0, refused: 3, pending: 3 })
  expect(asked).toBe(1)
})

test('a draft waits for the delivery of its creation, for three days at most', async ({ sandbox, plans }) => {
  const { state } = await openEndpoint(sandbox, ['invoice.created'])
  const ada = await subscribe(sandbox, plans.starter)
  await idle(sandbox)
  state.status = 500
  const { current_period_end: end } = await ada.item()
  await sandbox.advance(end + 10 * hour)
  expect((await ada.invoices())[0]).toMatchObject({ status: 'draft' })
  await sandbox.advance(end + 72 * hour)
  expect((await ada.invoices())[0]).toMatchObject({ status: 'paid' })
})

test('events for the address that people type go to the gateway, where it is reached elsewhere', async () => {
  const paths: string[] = []
  await using gateway = await openHttpServer((request, response) => {
    paths.push(request.url ?? '')
    response.end()
  })
  await using sandbox = await openSandbox({ publicUrl: 'https://utter.example', gatewayUrl: gateway.url })
  const { stripe } = sandbox
  await stripe.webhookEndpoints.create({ url: 'https://utter.example/api/stripe/webhook', enabled_events: ['*'] })
  await stripe.customers.create({})
  await idle(sandbox)
  expect(paths).toEqual(['/api/stripe/webhook'])
})
