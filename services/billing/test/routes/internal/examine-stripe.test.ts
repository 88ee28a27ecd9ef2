import { standardPlans } from '@utter/contracts/plans'
import { openSandbox } from '@utter/stripe-sandbox/open-sandbox'
import { problem } from '@utter/testing/problems'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { createStripe } from '../../../src/stripe/client.ts'
import { type Examined, examineStripe } from '../../../src/stripe/set-up/doctor.ts'
import { setUpStripe } from '../../../src/stripe/set-up.ts'
import { callers, openBilling } from '../../support/open-billing.ts'
import { openPaying } from '../../support/open-paying.ts'

const path = '/internal/stripe/doctor'
const publicUrl = 'https://utter.example'
const operator = callers.internal('operator')

/** A Stripe account, set up, and what the doctor says of it. */
async function openAccount() {
  const sandbox = await openSandbox()
  const stripe = createStripe(sandbox.key, sandbox.url)
  const setUp = { stripe, plans: standardPlans, publicUrl }
  const examined: Examined = {
    ...{ ...setUp, webhookSecrets: [sandbox.webhookSecret], now: new Date() },
    events: { countCome: async (ids) => ids.length },
  }
  return {
    sandbox,
    stripe,
    setUp: () => setUpStripe(setUp),
    async saying(state: string, other: Partial<Examined> = {}): Promise<string[]> {
      const findings = await examineStripe({ ...examined, ...other })
      return findings.filter((one) => one.state === state).map(({ sentence }) => sentence)
    },
    [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose](),
  }
}

test('200: of a sandbox that is set up nothing is wrong; what no call tells is named', async () => {
  await using paying = await openPaying()
  const { status, body } = await paying.billing.request('GET', path, operator)
  expect(status).toBe(200)
  const saying = (state: string): string[] =>
    body.findings
      .filter((one: { state: string }) => one.state === state)
      .map((one: { sentence: string }) => one.sentence)
  expect(saying('wrong')).toEqual([])
  expect(saying('right').join('\n')).toMatch(/Pro is 199 dollars a month.*Events are sent to/s)
  expect(saying('unseen').join('\n')).toMatch(/Whether events arrive.*last failed payment.*receipts/s)
  expect(JSON.stringify(body)).not.toContain(paying.sandbox.webhookSecret)
})

test('tax that is switched on needs registrations, and is on in every subscription', async () => {
  await using account = await openAccount()
  await account.setUp()
  const { stripe } = account
  expect((await account.saying('unseen')).join()).toContain('STRIPE_TAX is off, so none is charged')
  expect(await account.saying('wrong', { isTaxed: true })).toEqual([])
  expect(await account.saying('right', { isTaxed: true })).toEqual(
    expect.arrayContaining(['Stripe Tax is active.', 'Every subscription has tax on top.']),
  )
  const { id: customer } = await stripe.customers.create({})
  const { id: default_payment_method } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  const { id: price } = await pro(account)
  const { id } = await stripe.subscriptions.create({ customer, items: [{ price }], default_payment_method })
  expect(await account.saying('wrong', { isTaxed: true })).toEqual([
    expect.stringMatching(new RegExp(`^1 subscriptions were sold without tax, such as ${id}: tell their owners`)),
  ])
  stripe.tax.settings.retrieve = (async () => ({ status: 'pending' })) as never
  stripe.tax.registrations.list = (() => (async function* () {})()) as never
  expect(await account.saying('wrong', { isTaxed: true })).toEqual([
    expect.stringContaining('STRIPE_TAX is on, and Stripe Tax is pending'),
    expect.stringContaining('Stripe knows no registration, so no tax is collected'),
    expect.stringContaining('sold without tax'),
  ])
})

test('of a new account everything is wrong that the set-up makes, and nothing is made', async () => {
  await using account = await openAccount()
  expect(await account.saying('wrong')).toEqual([
    ...['Starter', 'Creator', 'Pro'].map((name) => expect.stringContaining(`The price of ${name} is not right`)),
    'The billing portal has no configuration: run stripe setup.',
    `No webhook endpoint is at ${publicUrl}/api/stripe/webhook: run stripe setup.`,
  ])
  expect((await account.stripe.products.list()).data).toEqual([])
  await account.setUp()
  expect(await account.saying('wrong')).toEqual([])
})

type Account = Awaited<ReturnType<typeof openAccount>>
const first = async <One>(list: PromiseLike<{ data: One[] }>): Promise<One> => {
  const [one] = (await list).data
  if (!one) throw new Error('there is none')
  return one
}
const pro = ({ stripe }: Account) => first(stripe.prices.list({ lookup_keys: ['utter_pro'] }))
const endpoint = ({ stripe }: Account) => first(stripe.webhookEndpoints.list())

test.each<[string, (account: Account) => Promise<unknown>, RegExp]>([
  [
    'a product is archived',
    async (one) => one.stripe.products.update(String((await pro(one)).product), { active: false }),
    /^The price of Pro is not right: its product/,
  ],
  [
    'a price is archived',
    async (one) => one.stripe.prices.update((await pro(one)).id, { active: false }),
    /is archived\. To mend it, run stripe setup/,
  ],
  [
    'a key leads to a yearly price',
    async (one) =>
      one.stripe.prices.create({
        ...{ product: String((await pro(one)).product), currency: 'usd', unit_amount: 19_900 },
        ...{ recurring: { interval: 'year' }, lookup_key: 'utter_pro', transfer_lookup_key: true },
      }),
    /is not 199 dollars a month/,
  ],
  [
    'the portal cancels at once',
    async ({ stripe }) =>
      stripe.billingPortal.configurations.update(
        (await first(stripe.billingPortal.configurations.list({ active: true }))).id,
        { features: { subscription_cancel: { mode: 'immediately' } } },
      ),
    /^The billing portal \(bpc_\w+\) does something else/,
  ],
  [
    'the endpoint is disabled',
    async (one) => one.stripe.webhookEndpoints.update((await endpoint(one)).id, { disabled: true }),
    /is disabled: run/,
  ],
  [
    'the endpoint lacks an event',
    async (one) => one.stripe.webhookEndpoints.update((await endpoint(one)).id, { enabled_events: ['invoice.paid'] }),
    /lacks checkout\.session\.completed, .*: run stripe setup/,
  ],
  [
    'a second endpoint is there, of another version',
    async (one) =>
      one.stripe.webhookEndpoints.create({ url: `${publicUrl}/api/stripe/webhook`, enabled_events: ['*'] }),
    /is a further one at .*, with another secret/,
  ],
])('%s: that is wrong', async (_, spoil, sentence) => {
  await using account = await openAccount()
  await account.setUp()
  await spoil(account)
  expect((await account.saying('wrong'))[0]).toMatch(sentence)
})

test('whether the signing secret is right is told by the latest events, once they are ten minutes old', async () => {
  await using account = await openAccount()
  await account.setUp()
  const customer = await account.stripe.customers.create()
  await account.stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  const { id } = await pro(account)
  await account.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: id }],
    default_payment_method: (await first(account.stripe.paymentMethods.list({ customer: customer.id }))).id,
  })
  expect((await account.saying('unseen')).join()).toContain('there is none yet')
  const now = new Date(Date.now() + 3_600_000)
  expect((await account.saying('right', { now })).join()).toMatch(/The latest \d events have arrived/)
  const events = { countCome: async () => 1 }
  expect(await account.saying('wrong', { now, events })).toEqual([expect.stringMatching(/^\d of the latest \d events/)])
  expect(await account.saying('wrong', { webhookSecrets: [] })).toEqual([
    expect.stringContaining('STRIPE_WEBHOOK_SECRET is not set'),
  ])
})

test('what the key may not read is unseen; while Stripe is away nothing is told', async () => {
  await using account = await openAccount()
  await account.setUp()
  const failing = (error: Error) =>
    Object.create(account.stripe, { accounts: { value: { retrieveCurrent: () => Promise.reject(error) } } }) as Stripe
  const denied = new Stripe.errors.StripePermissionError({ type: 'invalid_request_error', message: 'no' } as never)
  expect((await account.saying('unseen', { stripe: failing(denied) }))[0]).toMatch(/^The account can't be seen/)
  await expect(account.saying('unseen', { stripe: failing(new Error('away')) })).rejects.toThrow('away')
})

test('503: payments are not configured', async () => {
  await using billing = await openBilling()
  expect(await billing.request('GET', path, operator)).toMatchObject(
    problem(503, 'Payments are not configured', 'payments_not_configured'),
  )
})
