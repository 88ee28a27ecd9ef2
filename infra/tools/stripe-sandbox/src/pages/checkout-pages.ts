import type { App } from '@utter/http/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Context } from '../context.ts'
import { shortDollars } from '../rules/bills/money.ts'
import { confirmCheckout, payCheckout, refuseCheckout } from '../rules/finish-checkout.ts'
import type { CheckoutSession } from '../store/records/sessions.ts'
import { type CardFault, CardForm, cardFields, cardList, isFault, readCard } from './card-fields.ts'
import { applyTerms, type TermsFault, TermsForm, termsButton, termsFields, totalLines } from './checkout-terms.ts'
import { type Html, html } from './html.ts'
import { missingPage, seeOther, sendPage } from './layout.ts'

const Form = z.object({
  ...CardForm.shape,
  ...TermsForm.shape,
  email: z._default(z.string(), ''),
  act: z._default(z.string(), ''),
})
type Form = z.infer<typeof Form>
type Shown = { form: Form; fault?: CardFault | undefined; termsFault?: TermsFault | undefined }

/** `/sandbox/checkout/:id`: the card, and a second step for the card that needs one. */
export function checkoutPages(app: App, context: Context): void {
  type Handler = (session: CheckoutSession, request: FastifyRequest, reply: FastifyReply) => FastifyReply
  const withSession = (answer: Handler) => (request: FastifyRequest, reply: FastifyReply) => {
    const session = context.store.find('checkoutSessions', (request.params as { id: string }).id)
    if (!session) return missingPage(reply)
    if (session.status === 'complete') return seeOther(reply, successUrl(session))
    if (session.status === 'expired') return expiredPage(reply, session)
    return answer(session, request, reply)
  }
  app.get(
    '/sandbox/checkout/:id',
    withSession((session, _request, reply) =>
      checkoutPage(context, reply, session, { form: emptyForm(context, session) }),
    ),
  )
  app.post(
    '/sandbox/checkout/:id',
    withSession((session, request, reply) => {
      const form = Form.parse(request.body ?? {})
      const termsFault = applyTerms(context, session, form)
      if (form.act === 'apply') {
        const ofField = termsFault?.field === 'total' ? undefined : termsFault
        return checkoutPage(context, reply, session, { form, termsFault: ofField })
      }
      if (termsFault) return checkoutPage(context, reply, session, { form, termsFault })
      const card = readCard(form, context.clock.now())
      if (isFault(card)) return checkoutPage(context, reply, session, { form, fault: card })
      const paid = payCheckout(context, session, card, form.email)
      if (paid === 'paid') return seeOther(reply, successUrl(session))
      if (paid === 'second step') return seeOther(reply, `/sandbox/checkout/${session.id}/confirm`)
      return checkoutPage(context, reply, session, { form, fault: declined })
    }),
  )
  app.get(
    '/sandbox/checkout/:id/confirm',
    withSession((session, _request, reply) =>
      session._paymentMethod ? confirmPage(reply, session) : seeOther(reply, `/sandbox/checkout/${session.id}`),
    ),
  )
  app.post(
    '/sandbox/checkout/:id/confirm',
    withSession((session, request, reply) => {
      const { answer } = (request.body ?? {}) as { answer?: string }
      if (answer === 'confirm' && confirmCheckout(context, session)) return seeOther(reply, successUrl(session))
      refuseCheckout(context, session)
      const fault: CardFault = {
        field: 'number',
        message: 'Your bank did not confirm the payment: try again, or use another card',
      }
      return checkoutPage(context, reply, session, { form: emptyForm(context, session), fault })
    }),
  )
}

const declined: CardFault = { field: 'number', message: 'Your card was declined' }

const emptyForm = ({ store }: Context, { customer, customer_email, _country }: CheckoutSession): Form => ({
  country: _country ?? '',
  taxId: '',
  code: '',
  shown: '',
  act: '',
  number: '',
  expiry: '',
  cvc: '',
  email: customer_email ?? (customer && store.find('customers', customer)?.email) ?? '',
})

const successUrl = ({ success_url, id }: CheckoutSession) =>
  (success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', id)

const nameOf = ({ line_items }: CheckoutSession) => line_items.data[0]?.description ?? ''

const planCard = (session: CheckoutSession): Html => html`<div class="plan"><h2>${nameOf(session)}</h2>
<p class="price">${shortDollars(session.amount_subtotal)} <small>a month</small></p></div>${totalLines(session)}`

function checkoutPage(
  { store }: Context,
  reply: FastifyReply,
  session: CheckoutSession,
  { form, fault, termsFault }: Shown,
): FastifyReply {
  const known = session.customer ? store.find('customers', session.customer)?.email : null
  return sendPage(reply, {
    title: `Subscribe to ${nameOf(session)}`,
    status: fault === declined ? 402 : fault || termsFault ? 400 : 200,
    body: html`
<section class="card">
${planCard(session)}
<form method="post" action="/sandbox/checkout/${session.id}">
<label>E-mail
<input name="email" type="email" value="${form.email}" autocomplete="email"${known && html` readonly`} required></label>
${termsFields(session, form, termsFault)}
${cardFields(form, fault)}
<button class="primary wide">Pay ${shortDollars(session.amount_total)}</button>
${termsButton(session)}
${session.cancel_url && html`<a class="button wide" href="${session.cancel_url}">Go back</a>`}
</form>
</section>
<section><p class="hint">Cards of this sandbox, with any date to come and any code:</p>${cardList}</section>`,
  })
}

const confirmPage = (reply: FastifyReply, session: CheckoutSession): FastifyReply =>
  sendPage(reply, {
    title: 'Confirm the payment',
    body: html`<section class="card">
${planCard(session)}
<p class="muted">Your bank asks whether this payment is yours.</p>
<form method="post" action="/sandbox/checkout/${session.id}/confirm">
<div class="actions"><button class="primary" name="answer" value="confirm">Confirm</button>
<button name="answer" value="refuse">Refuse</button></div>
</form>
</section>`,
  })

const expiredPage = (reply: FastifyReply, session: CheckoutSession): FastifyReply =>
  sendPage(reply, {
    title: 'This checkout has expired',
    status: 410,
    body: html`<section class="card">
${planCard(session)}
<p class="muted">Nothing was paid. Begin again from the page of prices.</p>
${session.cancel_url && html`<a class="button" href="${session.cancel_url}">Go back</a>`}
</section>`,
  })
