import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { config } from '../src/config.ts'
import { openSandbox } from '../src/open-sandbox.ts'

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stripe-sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'state.json')
}

test('everything survives a restart: objects, clock, events on their way, idempotency keys', async () => {
  const file = temporary()
  const at = Math.floor(Date.now() / 1000) + 40 * 86_400
  let made = ''
  {
    await using first = await openSandbox({ file })
    await first.setDelivery({ paused: true })
    await first.stripe.webhookEndpoints.create({ url: 'http://127.0.0.1:9/', enabled_events: ['*'] })
    made = (await first.stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'k' })).id
    await first.advance(at)
    made = (await first.stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'k2' })).id
  }
  await using second = await openSandbox({ file })
  expect((await second.stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'k2' })).id).toBe(made)
  expect(second.now()).toBeGreaterThanOrEqual(at)
  expect((await second.stripe.customers.list()).data).toHaveLength(2)
  expect(await second.deliver()).toMatchObject({ refused: 2 })
})

test('what a call has done is in the file before it is answered, a declined payment too', async () => {
  const file = temporary()
  await using sandbox = await openSandbox({ file })
  const { stripe } = sandbox
  const { id: customer } = await stripe.customers.create({})
  const method = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  await stripe.invoiceItems.create({ customer, amount: 250, currency: 'usd' })
  const { id } = await stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' })
  // Without an idempotency key, under which a declined payment is an answer to be kept.
  const declined = await fetch(`${sandbox.url}/v1/invoices/${id}/pay`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.key}` },
    body: new URLSearchParams({ payment_method: method.id }),
  })
  expect(declined.status).toBe(402)
  const { records } = JSON.parse(readFileSync(file, 'utf8'))
  expect(records.invoices[id]).toMatchObject({ status: 'open', attempt_count: 1 })
})

test('a damaged state is refused in a sentence', async () => {
  const file = temporary()
  writeFileSync(file, '{"format":')
  await expect(openSandbox({ file })).rejects.toThrow(`The sandbox's state in ${file} can't be read`)
})

test('a call that is not built is a 501, and an unknown parameter of one that is a 400', async () => {
  await using sandbox = await openSandbox()
  const ask = (path: string) => fetch(sandbox.url + path, { headers: { authorization: `Bearer ${sandbox.key}` } })
  expect((await ask('/v1/payouts')).status).toBe(501)
  expect((await ask('/v1/customers?nonsense=1')).status).toBe(400)
})

test('without the key nothing is answered, and no answer has it', async () => {
  await using sandbox = await openSandbox()
  for (const path of ['/v1/customers', '/v1/sandbox/delivery', '/v1/nowhere']) {
    const answer = await fetch(sandbox.url + path)
    expect(answer.status).toBe(401)
    expect(await answer.text()).not.toContain(sandbox.key)
  }
})

const environment = {
  PORT: '1',
  PRIVATE_PORT: '2',
  PUBLIC_URL: 'http://localhost:8080',
  STRIPE_SECRET_KEY: `sk_sandbox_${'a'.repeat(32)}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${'b'.repeat(32)}`,
  SANDBOX_FILE: '/nowhere/state.json',
}

test('it starts with what the local stack gives it', () => {
  expect(config(environment)).toMatchObject({ HOST: '127.0.0.1', NODE_ENV: 'development' })
})

test.for([
  [{ NODE_ENV: 'production' }, 'NODE_ENV must be development or test'],
  [{ STRIPE_SECRET_KEY: `sk_live_${'a'.repeat(32)}` }, 'STRIPE_SECRET_KEY must begin with sk_sandbox_'],
  [{ STRIPE_SECRET_KEY: `sk_test_${'a'.repeat(32)}` }, 'STRIPE_SECRET_KEY must begin with sk_sandbox_'],
  [{ HOST: '0.0.0.0' }, 'HOST must be of this machine alone'],
] as const)('with %j it refuses to start, and prints no value', ([change, sentence]) => {
  const refuse = () => config({ ...environment, ...change })
  expect(refuse).toThrow(sentence)
  for (const value of Object.values(change)) if (value.startsWith('sk_')) expect(refuse).not.toThrow(value)
})
