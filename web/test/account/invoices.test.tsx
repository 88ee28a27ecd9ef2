import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { invoiceStates } from '@utter/contracts/http/invoices'
import { expect, test } from 'vitest'
import { stateLabels } from '../../src/features/invoices/invoice-labels.ts'
import { amountOf } from '../../src/lib/format/amount.ts'
import { t } from '../../src/lib/language/words.ts'
import { anInvoice } from '../answers/account.ts'
import { answer, type Handlers, openSignedIn, problem } from '../support/support.tsx'
import '../../src/pages/account/account.tsx'
import '../../src/pages/account/further-account-parts.tsx'

const address = '/api/billing/invoices?limit=12'
const owed = anInvoice({ number: 'UTTER-0002', state: 'payment_failed', payUrl: 'https://pay.example/2' })

async function open(handlers: Handlers, person = {}) {
  const opened = openSignedIn('/account', handlers, person)
  await screen.findByRole('heading', { name: 'Invoices' })
  return opened
}
const part = () => within(document.getElementById('invoices')!)

test.each([
  [{ amount: 3900, currency: 'usd' }, '$39.00'],
  [{ amount: 3517, currency: 'eur' }, '€35.17'],
  [{ amount: 5900, currency: 'jpy' }, '¥5,900'],
  [{ amount: -250, currency: 'usd' }, '-$2.50'],
])('%j reads “%s”', ({ amount, currency }, text) => {
  expect(amountOf(amount, currency)).toBe(text)
})

test.each(invoiceStates)('%s has plain words', (state) => {
  expect(t(stateLabels[state])).toMatch(/^[A-Z][a-z ]+$/)
})

test('an account that paid nothing yet is told so', async () => {
  await open({ [`GET ${address}`]: () => answer([]) })
  await part().findByText(/Nothing is invoiced yet/)
  expect(part().queryByRole('button', { name: 'Download CSV' })).toBeNull()
})

test('each has its number, date, amount, state and PDF; an open one is paid in a tab of its own', async () => {
  await open({ [`GET ${address}`]: () => answer([owed, anInvoice()]) })
  const [first, second] = await part().findAllByRole('listitem')
  expect(first?.textContent).toBe('UTTER-0002Jan 1, 2026$39.00Payment failedPDFPay now')
  expect(second?.textContent).toBe('UTTER-0001Jan 1, 2026$39.00PaidPDF')
  const pay = part().getByRole('link', { name: 'Pay now: UTTER-0002' })
  expect([pay.getAttribute('href'), pay.getAttribute('target')]).toEqual([owed.payUrl, '_blank'])
  const pdf = part().getByRole('link', { name: 'PDF: UTTER-0001' })
  expect(pdf.getAttribute('href')).toBe('https://pay.example/1/pdf')
})

test('‘Show more’ follows the server’s link until there is none', async () => {
  const next = `${address}&cursor=abc`
  await open({
    [`GET ${address}`]: () => answer([owed], 200, { link: `<${next}>; rel="next"` }),
    [`GET ${next}`]: () => answer([anInvoice()]),
  })
  await userEvent.click(await part().findByRole('button', { name: 'Show more' }))
  await part().findByText('UTTER-0001')
  expect(part().queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('‘Download CSV’ asks for the lines of the invoices, and a refusal is told', async () => {
  const { count } = await open({
    [`GET ${address}`]: () => answer([anInvoice()]),
    'GET /api/billing/export': () => problem(503, 'Try again in a moment'),
  })
  await userEvent.click(await part().findByRole('button', { name: 'Download CSV' }))
  expect((await screen.findAllByText('Try again in a moment')).length).toBeGreaterThan(0)
  expect(count('GET /api/billing/export')).toBe(1)
})

test('unread, it says why and leaves the other parts standing', async () => {
  await open({ [`GET ${address}`]: () => problem(503, 'Try again in a moment') })
  expect((await part().findByRole('alert')).textContent).toContain('Try again in a moment')
  expect(screen.getByRole('heading', { name: 'Profile' })).toBeDefined()
})

test('a payment that failed leads to its invoice; to the portal where none is open', async () => {
  const subscription = () => within(document.getElementById('subscription')!)
  const { client } = await open(
    { [`GET ${address}`]: () => answer([owed, anInvoice()]) },
    { subscriptionTier: 'starter', subscriptionStatus: 'past_due' },
  )
  const pay = await subscription().findByRole('link', { name: 'Pay now' })
  expect(pay.getAttribute('href')).toBe(owed.payUrl)
  client.setQueryData(['/api', 'billing', 'invoices'], { pages: [{ invoices: [anInvoice()] }], pageParams: [address] })
  await subscription().findByText(/Manage billing has the invoice and your card/)
  await waitFor(() => expect(subscription().queryByRole('link', { name: 'Pay now' })).toBeNull())
})
