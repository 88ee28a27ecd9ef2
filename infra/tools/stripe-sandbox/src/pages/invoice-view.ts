import { inCurrency } from '../rules/bills/money.ts'
import type { Invoice } from '../store/records/invoices.ts'
import { dayOf } from './dates.ts'
import { type Html, html } from './html.ts'

export const stateNames: Record<Invoice['status'], string> = {
  draft: 'Draft',
  open: 'Open',
  paid: 'Paid',
  void: 'Void',
  uncollectible: 'Given up',
}

/** Invoices, newest first; each opens to its lines and its total. */
export function invoiceList(invoices: Invoice[]): Html {
  if (invoices.length === 0) return html`<p class="muted">There is no invoice yet.</p>`
  return html`<div>${invoices.map(
    (invoice) => html`<details>
<summary><span>${dayOf(invoice.created)}</span><span>${inCurrency(invoice.total, invoice.currency)}</span><span class="state">${stateNames[invoice.status]}</span></summary>
${lineTable(invoice)}</details>`,
  )}</div>`
}

type InvoiceRow = { name: string; amount: number; isTotal: boolean }

/** Its lines, its total, and what a credit leaves to be paid. */
export function invoiceRows(invoice: Invoice): InvoiceRow[] {
  const row = (name: string, amount: number, isTotal = false): InvoiceRow => ({ name, amount, isTotal })
  const { lines, total_discount_amounts: discounts, total_taxes: taxes, total, amount_due: due } = invoice
  return [
    ...lines.data.map(({ description, amount }) => row(description ?? '', amount)),
    ...(discounts ?? []).map(({ amount }) => row('Discount', -amount)),
    ...(taxes ?? []).map(({ amount }) => row('Tax', amount)),
    row('Total', total, true),
    ...(due === total ? [] : [row('Due after credit', due, true)]),
  ]
}

export function lineTable(invoice: Invoice): Html {
  const rows = invoiceRows(invoice)
  const [lines, totals] = [rows.filter((row) => !row.isTotal), rows.filter((row) => row.isTotal)]
  const amountOf = ({ amount }: InvoiceRow) => inCurrency(amount, invoice.currency)
  return html`<table><caption class="hint">${invoice.number}</caption><tbody>
${lines.map((row) => html`<tr><td>${row.name}</td><td>${amountOf(row)}</td></tr>`)}
</tbody><tfoot>
${totals.map((row) => html`<tr><th scope="row">${row.name}</th><td>${amountOf(row)}</td></tr>`)}
</tfoot></table>`
}
