import { dollars } from '../rules/bills/money.ts'
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
<summary><span>${dayOf(invoice.created)}</span><span>${dollars(invoice.total)}</span><span class="state">${stateNames[invoice.status]}</span></summary>
${lineTable(invoice)}</details>`,
  )}</div>`
}

/** Its lines, its total, and what a credit leaves to be paid. */
export const lineTable = (
  invoice: Invoice,
): Html => html`<table><caption class="hint">${invoice.number}</caption><tbody>
${invoice.lines.data.map((line) => html`<tr><td>${line.description}</td><td>${dollars(line.amount)}</td></tr>`)}
${invoice.total_discount_amounts?.map(({ amount }) => html`<tr><td>Discount</td><td>${dollars(-amount)}</td></tr>`)}
${invoice.total_taxes?.map(({ amount }) => html`<tr><td>Tax</td><td>${dollars(amount)}</td></tr>`)}
</tbody><tfoot>
<tr><th scope="row">Total</th><td>${dollars(invoice.total)}</td></tr>
${invoice.amount_due !== invoice.total && html`<tr><th scope="row">Due after credit</th><td>${dollars(invoice.amount_due)}</td></tr>`}
</tfoot></table>`
