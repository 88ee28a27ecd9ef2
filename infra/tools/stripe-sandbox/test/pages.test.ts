import type Stripe from 'stripe'
import { describe, expect } from 'vitest'
import { cards } from '../src/finish-checkout.ts'
import type { OpenSandbox } from '../src/open-sandbox.ts'
import { itemOf, portalFeatures } from './support/plans.ts'
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

type Flow = Stripe.BillingPortal.SessionCreateParams.FlowData

describe('the portal', () => {
  /** @param other features that are otherwise than of a portal that can do all */
  async function open({ stripe }: OpenSandbox, customer: string, other: object = {}, flow_data?: Flow) {
    const prices = (await stripe.prices.list({ limit: 100 })).data
    const { id } = await stripe.billingPortal.configurations.create({
      features: { ...portalFeatures(prices), ...other },
    })
    const session = { customer, configuration: id, return_url: 'https://utter.example/account' }
    return (await stripe.billingPortal.sessions.create({ ...session, ...(flow_data && { flow_data }) })).url
  }

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

  test('a dearer plan, or a lower one without that condition, holds at once and is charged', async ({
    sandbox,
    plans,
  }) => {
    const ada = await subscribe(sandbox, plans.starter)
    const url = await open(sandbox, ada.customer)
    const { text } = await read(`${url}/switch?price=${plans.pro.id}`)
    expect(text).toMatch(/Switch to Pro now\?.*is charged now: \$1[56]\d\.\d\d\./s)
    await post(`${url}/switch`, { price: plans.pro.id })
    expect((await ada.item()).price.id).toBe(plans.pro.id)
    expect((await ada.invoices())[0]).toMatchObject({ status: 'paid', amount_paid: 19_900 - 3_900 })
    const { subscription_update } = portalFeatures(Object.values(plans))
    const atOnce = { ...subscription_update, proration_behavior: 'none', schedule_at_period_end: { conditions: [] } }
    await post(`${await open(sandbox, ada.customer, { subscription_update: atOnce })}/switch`, {
      price: plans.creator.id,
    })
    expect(await ada.read()).toMatchObject({ schedule: null, items: { data: [{ price: { id: plans.creator.id } }] } })
  })

  test('offers and does what its configuration has, and nothing else', async ({ sandbox, plans }) => {
    const ada = await subscribe(sandbox, plans.pro)
    const off = { enabled: false }
    const url = await open(sandbox, ada.customer, {
      ...{ invoice_history: off, payment_method_update: off, subscription_cancel: off, subscription_update: off },
    })
    const { text } = await read(url)
    for (const words of ['Switch to', 'Cancel', 'Change card', 'Invoices']) expect(text).not.toContain(words)
    await post(`${url}/switch`, { price: plans.creator.id })
    await post(`${url}/cancel`)
    await post(`${url}/card`, { number: cards.failsLater, expiry: '12/60', cvc: '123' })
    expect(await ada.read()).toMatchObject({ schedule: null, cancel_at_period_end: false })
    const { subscription_update } = portalFeatures([plans.pro, plans.starter])
    const shown = (await read(await open(sandbox, ada.customer, { subscription_update }))).text
    expect([shown.includes('Switch to Starter'), shown.includes('Switch to Creator')]).toEqual([true, false])
  })

  test('ends a plan at once where the configuration says so', async ({ sandbox, plans }) => {
    const ada = await subscribe(sandbox, plans.pro)
    const url = await open(sandbox, ada.customer, { subscription_cancel: { enabled: true, mode: 'immediately' } })
    expect((await read(`${url}/cancel`)).text).toContain('Pro ends now')
    await post(`${url}/cancel`)
    expect((await ada.read()).status).toBe('canceled')
  })

  test('a flow opens where it leads to, and the portal once that is done', async ({ sandbox, plans }) => {
    const ada = await subscribe(sandbox, plans.pro)
    const subscription = ada.id
    const items = [{ id: (await ada.item()).id, price: plans.starter.id }]
    const switching = await open(
      sandbox,
      ada.customer,
      {},
      {
        type: 'subscription_update_confirm',
        subscription_update_confirm: { subscription, items },
      },
    )
    const { text } = await read(switching)
    expect(text).toMatch(/Switch to Starter on .*https:\/\/utter\.example\/account">Keep Pro/s)
    await post(`${switching}/switch`, { price: plans.starter.id })
    expect((await read(switching)).text).toContain('Starter follows on')
    const cancelling = await open(
      sandbox,
      ada.customer,
      {},
      {
        type: 'subscription_cancel',
        subscription_cancel: { subscription },
      },
    )
    expect((await read(cancelling)).text).toContain('Cancel Pro?')
    await post(`${cancelling}/cancel`)
    expect((await read(cancelling)).text).toContain('Ends on')
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

describe('an invoice', () => {
  /** The page of the invoice of a renewal whose card failed. */
  async function owed(sandbox: OpenSandbox, plans: Plans) {
    const one = await subscribe(sandbox, plans.starter, cards.failsLater)
    await sandbox.advance((await one.item()).current_period_end + 2 * 3_600)
    const [invoice] = await one.invoices()
    return { one, url: invoice?.hosted_invoice_url ?? '' }
  }
  const typed = (number: string) => ({ number, expiry: '12 / 60', cvc: '123' })

  test('has its number, lines and total, and is paid with a card that is typed', async ({ sandbox, plans }) => {
    const { one, url } = await owed(sandbox, plans)
    const { text } = await read(url)
    for (const words of ['Invoice UTTER-0002', 'Open', 'Starter', '$39.00', 'Pay $39.00', 'Sandbox: no money moves'])
      expect(text).toContain(words)
    expect((await post(url, typed(cards.pays))).status).toBe(303)
    const paid = (await read(url)).text
    expect(paid).toContain('Paid')
    expect(paid).not.toContain('<form')
    expect((await one.read()).status).toBe('active')
  })

  test('has a PDF with its number, which is saved under it', async ({ sandbox, plans }) => {
    const { one, url } = await owed(sandbox, plans)
    const [invoice] = await one.invoices()
    expect(invoice?.invoice_pdf).toBe(`${url}/pdf`)
    const answer = await fetch(`${url}/pdf`)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="UTTER-0002.pdf"')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([bytes.subarray(0, 5).toString(), bytes.subarray(-6).toString().trim()]).toEqual(['%PDF-', '%%EOF'])
    expect(bytes.toString('latin1')).toContain('Invoice UTTER-0002')
  })

  test('stays open when the card is declined, and says so', async ({ sandbox, plans }) => {
    const { one, url } = await owed(sandbox, plans)
    const answer = await post(url, typed(cards.declined))
    expect([answer.status, (await answer.text()).includes('Your card was declined')]).toEqual([402, true])
    expect((await post(url, typed('1'))).status).toBe(400)
    expect((await one.invoices())[0]?.status).toBe('open')
  })

  test('is paid after the bank’s question alone', async ({ sandbox, plans }) => {
    const { one, url } = await owed(sandbox, plans)
    const state = async () => (await one.invoices())[0]?.status
    await post(`${url}/confirm`, { answer: 'confirm' })
    expect(await state()).toBe('open')
    expect((await post(url, typed(cards.secondStep))).headers.get('location')).toBe(`${new URL(url).pathname}/confirm`)
    expect(await (await post(`${url}/confirm`, { answer: 'refuse' })).text()).toContain('did not confirm')
    expect(await state()).toBe('open')
    await post(`${url}/confirm`, { answer: 'confirm' })
    expect(await state()).toBe('paid')
  })

  test('a draft, and one that is none, have no page', async ({ sandbox, plans }) => {
    const one = await subscribe(sandbox, plans.starter)
    const draft = await sandbox.stripe.invoices.create({ customer: one.customer, auto_advance: false })
    expect(draft.hosted_invoice_url).toBeNull()
    for (const path of [draft.id, 'in_nowhere', `${draft.id}/pdf`])
      expect((await read(`${sandbox.url}/sandbox/invoice/${path}`)).status).toBe(404)
  })
})
