import type { FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { subscriptionOf } from '../rules/bills/invoices.ts'
import { dollars } from '../rules/bills/money.ts'
import { payingMethod } from '../rules/payment-methods.ts'
import { featuresOf, invoicesOf, openInvoices, presentSubscription } from '../rules/portal.ts'
import type { PaymentMethod } from '../store/records/customers.ts'
import type { Invoice } from '../store/records/invoices.ts'
import type { PortalSession } from '../store/records/portal.ts'
import { type CardFault, type CardForm, cardFields, cardList } from './card-fields.ts'
import { type Html, html } from './html.ts'
import { invoiceList } from './invoice-view.ts'
import { sendPage } from './layout.ts'
import { planName, planView } from './plan-view.ts'

export type Shown = { form?: CardForm; fault?: CardFault; notice?: string }

/** The whole portal on one page: plan, what is owed, card, invoices. */
export function portalPage(
  context: Context,
  reply: FastifyReply,
  session: PortalSession,
  { form, fault, notice }: Shown = {},
): FastifyReply {
  const subscription = presentSubscription(context, session.customer)
  const features = featuresOf(context, session)
  const card = payingMethod(context, session.customer, subscription)
  return sendPage(reply, {
    title: 'Your plan and payments',
    status: fault || notice ? 402 : 200,
    body: html`
${notice && html`<p class="error" role="alert"><span aria-hidden="true">&#9888;</span> ${notice}</p>`}
${subscription ? planView(context, session, subscription) : html`<section class="card"><p class="muted">There is no plan.</p></section>`}
${openInvoices(context, session.customer).map((invoice) => openView(context, session, invoice))}
${features?.payment_method_update.enabled && cardView(session, card, form, fault)}
${
  features?.invoice_history.enabled &&
  html`<section class="card" aria-labelledby="invoices"><h2 id="invoices">Invoices</h2>
${invoiceList(invoicesOf(context, session.customer))}
</section>`
}
${session.return_url && html`<div class="actions"><a class="button" href="${session.return_url}">Return</a></div>`}`,
  })
}

function openView(context: Context, session: PortalSession, invoice: Invoice): Html {
  const next = subscriptionOf(context, invoice)?.pending_update?.subscription_items[0]?.price
  const isOfNext = next && invoice.billing_reason === 'subscription_update'
  return html`<section class="card" aria-label="Open invoice">
<div class="plan"><h2>${isOfNext ? `The change to ${planName(context, next)} waits for its payment` : 'Open invoice'}</h2>
<p class="price">${dollars(invoice.amount_remaining)}</p></div>
<form method="post" action="/sandbox/portal/${session.id}/pay">
<button class="primary wide" name="invoice" value="${invoice.id}">Pay ${dollars(invoice.amount_remaining)}</button>
</form>
</section>`
}

function methodLine(method: PaymentMethod | undefined): string {
  const { card, us_bank_account: bank } = method ?? {}
  if (bank) return `Bank account ending in ${bank.last4}`
  if (!card) return 'There is no card.'
  return `Visa ending in ${card.last4}, until ${String(card.exp_month).padStart(2, '0')} / ${card.exp_year}`
}

const emptyForm: CardForm = { number: '', expiry: '', cvc: '' }
function cardView(
  session: PortalSession,
  method: PaymentMethod | undefined,
  form: CardForm = emptyForm,
  fault: CardFault | undefined,
): Html {
  return html`<section class="card" aria-labelledby="card"><h2 id="card">Card</h2>
<p class="muted">${methodLine(method)}</p>
<details${fault && html` open`}><summary><span>Change card</span></summary>
<form method="post" action="/sandbox/portal/${session.id}/card">
${cardFields(form, fault)}
<p class="hint">Open invoices are paid with it at once.</p>
<div class="actions"><button>Save card</button></div>
${cardList}
</form></details>
</section>`
}
