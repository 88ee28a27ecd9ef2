import { describe, expect } from 'vitest'
import { cards } from '../src/finish-checkout.ts'
import type { OpenSandbox } from '../src/open-sandbox.ts'
import { itemOf } from './support/plans.ts'
import { type Plans, subscribe, test } from './support/sandbox.ts'

const read = async (url: string) => {
  const answer = await fetch(url, { redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}
const post = (url: string, form: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })

async function checkout({ stripe }: OpenSandbox, plans: Plans, email = 'ada@example.com'): Promise<string> {
  const customer = await stripe.customers.create({ email })
  const { url } = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: plans.starter.id, quantity: 1 }],
    success_url: 'https://utter.example/account?checkout=done',
    cancel_url: 'https://utter.example/pricing',
  })
  return url ?? ''
}

describe('the checkout', () => {
  test('names the plan, the price and that no money moves, without a script', async ({ sandbox, plans }) => {
    const { text, headers } = await read(await checkout(sandbox, plans))
    for (const words of ['Starter', '$39', 'Sandbox: no money moves', 'Pay $39', 'https://utter.example/pricing'])
      expect(text).toContain(words)
    expect(text).not.toMatch(/<script|javascript:| on\w+=/i)
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self';/,
    )
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test.for([
    ['4242424242424241', '12/60', '123', 'Your card number is not valid'],
    ['', '12/60', '123', 'Your card number is not valid'],
    [cards.pays, '13/60', '123', 'The expiry date is not valid'],
    [cards.pays, '12/20', '123', 'Your card has expired'],
    [cards.pays, '12/60', '1', 'The security code is not valid'],
  ])('%s, %s, %s: %s', async ([number = '', expiry = '', cvc = '', message = ''], { sandbox, plans }) => {
    const answer = await post(await checkout(sandbox, plans), { number, expiry, cvc, email: 'a@example.com' })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain(message)
  })

  test('shows what it was given as text', async ({ sandbox, plans }) => {
    const url = await checkout(sandbox, plans, '"><b>@example.com')
    const page = await (await post(url, { number: '"><script>', expiry: '<i>', cvc: '1', email: '<u>' })).text()
    expect(page).not.toMatch(/<script|<b>|<i>|<u>/)
  })

  test('an unknown one is a page that says so', async ({ sandbox }) => {
    expect(await read(`${sandbox.url}/sandbox/checkout/cs_test_nowhere`)).toMatchObject({ status: 404 })
    expect(await read(`${sandbox.url}/sandbox/checkout/__proto__`)).toMatchObject({ status: 404 })
  })
})

describe('the portal', () => {
  const open = async ({ stripe }: OpenSandbox, customer: string) =>
    (await stripe.billingPortal.sessions.create({ customer, return_url: 'https://utter.example/account' })).url

  test('names the plan, the price, what follows, the card and the invoices with their lines', async ({
    sandbox,
    plans,
  }) => {
    const ada = await subscribe(sandbox, plans.pro)
    const { text } = await read(await open(sandbox, ada.customer))
    for (const words of [
      'Pro',
      '$199',
      'Sandbox: no money moves',
      'Renews on',
      'ending in 4242',
      '1 × Pro (at $199.00 / month)',
      'https://utter.example/account',
    ])
      expect(text).toContain(words)
  })

  test('asks, then ends the plan with its period, and undoes that', async ({ sandbox, plans }) => {
    const ada = await subscribe(sandbox, plans.starter)
    const url = await open(sandbox, ada.customer)
    const asked = await read(`${url}/cancel`)
    expect(asked.text).toMatch(/Cancel Starter\?.*is yours until \d+ \w+ \d{4}/s)
    expect((await ada.read()).cancel_at_period_end).toBe(false)
    await post(`${url}/cancel`)
    expect(await ada.read()).toMatchObject({ status: 'active', cancel_at: (await ada.item()).current_period_end })
    expect((await read(url)).text).toContain('Undo')
    await post(`${url}/undo`)
    expect(await ada.read()).toMatchObject({ cancel_at_period_end: false, cancel_at: null })
  })

  test("names the day of a lower plan, asks, and schedules it for the period's end; that can be undone too", async ({
    sandbox,
    plans,
  }) => {
    const ada = await subscribe(sandbox, plans.pro)
    const url = await open(sandbox, ada.customer)
    expect((await read(`${url}/switch?price=${plans.creator.id}`)).text).toMatch(/Switch to Creator on \d+ \w+ \d{4}\?/)
    await post(`${url}/switch`, { price: plans.creator.id })
    const { schedule } = await sandbox.stripe.subscriptions.retrieve(ada.id, { expand: ['schedule'] })
    expect(schedule).toMatchObject({
      phases: [{ items: [{ price: plans.pro.id }] }, { items: [{ price: plans.creator.id }] }],
    })
    expect((await read(url)).text).toContain('Creator follows on')
    await post(`${url}/undo`)
    expect((await ada.read()).schedule).toBeNull()
  })

  test('sells no dearer plan', async ({ sandbox, plans }) => {
    const ada = await subscribe(sandbox, plans.starter)
    const url = await open(sandbox, ada.customer)
    expect((await read(url)).text).not.toContain('Switch to')
    await post(`${url}/switch`, { price: plans.pro.id })
    expect(await ada.read()).toMatchObject({ schedule: null, items: { data: [{ price: { id: plans.starter.id } }] } })
  })

  test('ends a plan in place of the lower one that was to follow', async ({ sandbox, plans }) => {
    const ada = await subscribe(sandbox, plans.pro)
    const url = await open(sandbox, ada.customer)
    await post(`${url}/switch`, { price: plans.starter.id })
    await post(`${url}/cancel`)
    expect(await ada.read()).toMatchObject({ schedule: null, cancel_at_period_end: true })
  })

  test('a change that waits is confirmed there, or refused and waits on', async ({ sandbox, plans }) => {
    const ada = await subscribe(sandbox, plans.starter, cards.secondStep)
    const { latest_invoice } = await sandbox.stripe.subscriptions.update(ada.id, {
      items: [{ id: (await ada.item()).id, price: plans.pro.id }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    })
    const url = await open(sandbox, ada.customer)
    expect((await read(url)).text).toContain('The change to Pro waits for its payment')
    const invoice = String(latest_invoice)
    expect((await post(`${url}/pay`, { invoice })).headers.get('location')).toContain('/confirm?invoice=')
    await post(`${url}/confirm`, { invoice, answer: 'refuse' })
    expect(itemOf(await ada.read()).price.id).toBe(plans.starter.id)
    await post(`${url}/confirm`, { invoice, answer: 'confirm' })
    expect(itemOf(await ada.read()).price.id).toBe(plans.pro.id)
  })

  test('refuses a declined card, and keeps the one before', async ({ sandbox, plans }) => {
    const ada = await subscribe(sandbox, plans.starter)
    const url = await open(sandbox, ada.customer)
    const answer = await post(`${url}/card`, { number: cards.declined, expiry: '12/60', cvc: '123' })
    expect(answer.status).toBe(402)
    expect(await answer.text()).toContain('Your card was declined')
    expect((await read(url)).text).toContain('ending in 4242')
  })

  test('pays no invoice of another account', async ({ sandbox, plans }) => {
    const [ada, bob] = [
      await subscribe(sandbox, plans.starter, cards.failsLater),
      await subscribe(sandbox, plans.starter),
    ]
    await sandbox.advance((await ada.item()).current_period_end + 3600)
    const [owed] = await ada.invoices()
    const url = await open(sandbox, bob.customer)
    await post(`${url}/pay`, { invoice: owed?.id ?? '' })
    await post(`${url}/confirm`, { invoice: owed?.id ?? '', answer: 'confirm' })
    expect((await ada.invoices())[0]).toMatchObject({ status: 'open', attempt_count: 1 })
  })
})
