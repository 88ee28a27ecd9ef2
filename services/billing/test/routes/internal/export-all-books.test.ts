import { identityHeader } from '@utter/http/identity'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { callers } from '../../support/open-billing.ts'
import { openPaying } from '../../support/open-paying.ts'

const paying = await closedAfterAll(openPaying())

test('200: the lines of all accounts’ invoices, newest first, and of customers without an account', async () => {
  const [first, second] = [await paying.subscriber(), await paying.subscriber('pro')]
  const { id: customer } = await paying.stripe.customers.create({})
  await paying.stripe.invoiceItems.create({ customer, amount: 700, currency: 'usd', description: '=cmd' })
  const invoice = await paying.stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' })
  await paying.stripe.invoices.finalizeInvoice(invoice.id)
  const { statusCode, body } = await paying.billing.app.inject({
    ...{ method: 'GET', url: '/internal/billing/export' },
    headers: { [identityHeader]: callers.internal('operator') },
  })
  const rows = body.trimEnd().split('\r\n').slice(1)
  expect([statusCode, rows.map((row) => row.split(',')[3])]).toEqual([200, ['', second.userId, first.userId]])
  expect(rows[0]).toMatch(/,open,,'=cmd,,.*,,,7\.00,0\.00,usd$/)
})
