import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { inCurrency } from '../rules/bills/money.ts'
import type { Invoice } from '../store/records/invoices.ts'
import { dayOf } from './dates.ts'
import { invoiceRows, stateNames } from './invoice-view.ts'

/** Points: the sheet is A4, 595 wide. */
const margin = 56
const amountWidth = 110

/** A finalized invoice as a PDF: its number, date, state, lines and totals. */
export async function invoicePdf(invoice: Invoice): Promise<Buffer> {
  const title = `Invoice ${invoice.number}`
  const made = new Date((invoice.status_transitions.finalized_at ?? invoice.created) * 1_000)
  const document = new PDFDocument({ size: 'A4', margin, info: { Title: title, Author: 'Utter', CreationDate: made } })
  const width = document.page.width - 2 * margin
  document.font('Helvetica-Bold').fontSize(20).text(title)
  document.font('Helvetica').fontSize(10).fillColor('#555555').moveDown(0.4)
  document.text(`${dayOf(made.getTime() / 1_000)} · ${stateNames[invoice.status]} · Sandbox: no money moves`)
  document.fillColor('#000000').fontSize(11).moveDown(1.5)
  for (const { name, amount, isTotal } of invoiceRows(invoice)) {
    document.font(isTotal ? 'Helvetica-Bold' : 'Helvetica')
    const { y } = document
    // The fonts of every PDF reader have no minus sign.
    const value = inCurrency(amount, invoice.currency).replace('−', '-')
    document.text(value, margin + width - amountWidth, y, { width: amountWidth, align: 'right' })
    document.text(name, margin, y, { width: width - amountWidth - 12 }).moveDown(0.5)
  }
  document.end()
  return buffer(document)
}
