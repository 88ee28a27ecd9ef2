import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { invoiceView } from '../../src/domain/invoice-view.ts'

const anInvoice = (over: object = {}): Stripe.Invoice =>
  ({
    ...{ number: 'A-1', status: 'open', total: 3900, currency: 'usd', created: 1_800_000_000, attempted: false },
    status_transitions: { finalized_at: 1_800_003_600 },
    ...over,
  }) as Stripe.Invoice
const viewOf = (
  over: object,
  payments: { amount: number; refunded: number }[] = [],
  more: { lost?: string[]; ownPages?: string } = {},
) =>
  invoiceView(
    anInvoice(over),
    payments.map((one) => ({ id: 'ch_1', ...one })),
    more,
  )[0]

test.each([
  [{ status: 'open' }, [], 'open'],
  [{ status: 'open', attempted: true }, [], 'payment_failed'],
  [{ status: 'void' }, [], 'void'],
  [{ status: 'uncollectible' }, [], 'uncollectible'],
  [{ status: 'paid' }, [], 'paid'],
  [{ status: 'paid' }, [{ amount: 3900, refunded: 0 }], 'paid'],
  [{ status: 'paid' }, [{ amount: 3900, refunded: 1 }], 'partially_refunded'],
  [{ status: 'paid' }, [{ amount: 3900, refunded: 3900 }], 'refunded'],
] as const)('%j with payments %j is %s', (over, payments, state) => {
  expect(viewOf(over, [...payments])?.state).toBe(state)
})

test.each([['draft'], [null], ['a state of the future']])('one that is %s is not shown', (status) => {
  expect(invoiceView(anInvoice({ status }), [])).toEqual([])
})

test('one whose payment was taken back by the bank is charged back', () => {
  const payments = [{ amount: 3900, refunded: 0 }]
  expect(viewOf({ status: 'paid' }, payments, { lost: ['ch_1'] })?.state).toBe('charged_back')
  expect(viewOf({ status: 'paid' }, payments, { lost: ['ch_2'] })?.state).toBe('paid')
})

test('its date is that of its end as a draft, else that of its making', () => {
  expect(viewOf({})?.date).toBe('2027-01-15T09:00:00.000Z')
  expect(viewOf({ status_transitions: { finalized_at: null } })?.date).toBe('2027-01-15T08:00:00.000Z')
})

const links = { hosted_invoice_url: 'https://invoice.stripe.com/i/1', invoice_pdf: 'https://pay.stripe.com/1/pdf' }
test('an open one has its page and its PDF, a paid one its PDF', () => {
  expect(viewOf(links)).toMatchObject({ payUrl: links.hosted_invoice_url, pdfUrl: links.invoice_pdf })
  expect(viewOf({ ...links, status: 'paid' })).not.toHaveProperty('payUrl')
})

test('a link is https, or a page of the sandbox', () => {
  const own = 'http://localhost:8080/sandbox/'
  const page = { hosted_invoice_url: `${own}invoice/in_1` }
  expect(viewOf(page, [], { ownPages: own })?.payUrl).toBe(page.hosted_invoice_url)
  for (const url of [page.hosted_invoice_url, 'javascript:alert(1)'])
    expect(viewOf({ hosted_invoice_url: url, invoice_pdf: url })).not.toHaveProperty('payUrl')
})
