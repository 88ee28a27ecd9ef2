import type { App } from '@utter/http/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { inCurrency } from '../rules/bills/money.ts'
import { confirmPayment } from '../rules/bills/pay.ts'
import { payTyped } from '../rules/portal.ts'
import type { Invoice } from '../store/records/invoices.ts'
import { type CardFault, CardForm, cardFields, cardList, isFault, readCard } from './card-fields.ts'
import { html } from './html.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { lineTable, stateNames } from './invoice-view.ts'
import { missingPage, seeOther, sendPage } from './layout.ts'

type Shown = { form?: CardForm; fault?: CardFault }
const emptyForm: CardForm = { number: '', expiry: '', cvc: '' }
const declined: CardFault = { field: 'number', message: 'Your card was declined' }
const refused: CardFault = {
  field: 'number',
  message: 'Your bank did not confirm the payment: try again, or use another card',
}

/** `/sandbox/invoice/:id`: a finalized invoice, and while it is open the form that pays it with a card; `/pdf` below it is the document. */
export function invoicePages(app: App, context: Context): void {
  type Handler = (
    invoice: Invoice,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => FastifyReply | Promise<FastifyReply>
  const withInvoice = (answer: Handler) => (request: FastifyRequest, reply: FastifyReply) => {
    const invoice = context.store.find('invoices', (request.params as { id: string }).id)
    if (!invoice || invoice.status === 'draft') return missingPage(reply)
    const isAsked = request.method === 'GET' && !request.url.endsWith('/confirm')
    if (!isAsked && invoice.status !== 'open') return home(invoice, reply)
    return answer(invoice, request, reply)
  }
  const home = ({ id }: Invoice, reply: FastifyReply) => seeOther(reply, `/sandbox/invoice/${id}`)
  const isToConfirm = ({ payments }: Invoice) =>
    payments.data.some(
      ({ payment }) => context.store.find('paymentIntents', payment.payment_intent)?.status === 'requires_action',
    )
  const base = '/sandbox/invoice/:id'

  app.get(
    base,
    withInvoice((invoice, _request, reply) => invoicePage(reply, invoice)),
  )
  app.get(
    `${base}/pdf`,
    withInvoice(async (invoice, _request, reply) => {
      const name = `attachment; filename="${invoice.number}.pdf"`
      reply.headers({ 'content-disposition': name, 'cache-control': 'no-store' }).type('application/pdf')
      return reply.send(await invoicePdf(invoice))
    }),
  )
  app.post(
    base,
    withInvoice((invoice, request, reply) => {
      const form = CardForm.parse(request.body ?? {})
      const card = readCard(form, context.clock.now())
      if (isFault(card)) return invoicePage(reply, invoice, { form, fault: card })
      const paid = payTyped(context, invoice, card)
      if (paid === 'second step') return seeOther(reply, `/sandbox/invoice/${invoice.id}/confirm`)
      return paid === 'paid' ? home(invoice, reply) : invoicePage(reply, invoice, { form, fault: declined })
    }),
  )
  app.get(
    `${base}/confirm`,
    withInvoice((invoice, _request, reply) =>
      isToConfirm(invoice) ? confirmPage(reply, invoice) : home(invoice, reply),
    ),
  )
  app.post(
    `${base}/confirm`,
    withInvoice((invoice, request, reply) => {
      if (!isToConfirm(invoice)) return home(invoice, reply)
      const { answer } = (request.body ?? {}) as { answer?: string }
      if (answer !== 'confirm') return invoicePage(reply, invoice, { fault: refused })
      confirmPayment(context, invoice)
      return home(invoice, reply)
    }),
  )
}

function invoicePage(reply: FastifyReply, invoice: Invoice, { form = emptyForm, fault }: Shown = {}): FastifyReply {
  const { id, number, status, amount_remaining: left } = invoice
  return sendPage(reply, {
    title: `Invoice ${number}`,
    status: fault ? (fault === declined ? 402 : 400) : 200,
    body: html`<section class="card">
<div class="plan"><h2>${stateNames[status]}</h2>
<p class="price">${inCurrency(status === 'open' ? left : invoice.total, invoice.currency)}</p></div>
${lineTable(invoice)}
</section>
${
  status === 'open' &&
  html`<section class="card" aria-label="Pay this invoice"><form method="post" action="/sandbox/invoice/${id}">
${cardFields(form, fault)}
<button class="primary wide">Pay ${inCurrency(left, invoice.currency)}</button>
</form></section>
<section><p class="hint">Cards of this sandbox, with any date to come and any code:</p>${cardList}</section>`
}`,
  })
}

const confirmPage = (reply: FastifyReply, invoice: Invoice): FastifyReply =>
  sendPage(reply, {
    title: 'Confirm the payment',
    body: html`<section class="card">
<p class="muted">Your bank asks whether the payment of ${inCurrency(invoice.amount_remaining, invoice.currency)} is yours.</p>
<form method="post" action="/sandbox/invoice/${invoice.id}/confirm"><div class="actions">
<button class="primary" name="answer" value="confirm">Confirm</button>
<button name="answer" value="refuse">Refuse</button></div></form>
</section>`,
  })
