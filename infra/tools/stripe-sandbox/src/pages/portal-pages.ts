import type { App } from '@utter/http/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { subscriptionOf } from '../rules/bills/invoices.ts'
import { confirmPayment } from '../rules/bills/pay.ts'
import { behaviourOf } from '../rules/cards.ts'
import {
  cancelByPerson,
  changeCard,
  featuresOf,
  isForLater,
  nextPrice,
  openInvoices,
  otherPrices,
  payOpen,
  presentSubscription,
  switchLater,
  switchNow,
  undo,
} from '../rules/portal.ts'
import type { Price } from '../store/records/catalog.ts'
import type { Invoice } from '../store/records/invoices.ts'
import type { PortalSession } from '../store/records/portal.ts'
import type { Subscription } from '../store/records/subscriptions.ts'
import { askCancel, askConfirm, askSwitch } from './ask-pages.ts'
import { CardForm, isFault, readCard } from './card-fields.ts'
import { missingPage, seeOther } from './layout.ts'
import { portalPage } from './portal-view.ts'

type Visit = {
  session: PortalSession
  /** The one that goes on; a portal of an ended one can only be looked at. */
  subscription: Subscription | undefined
  fields: Record<string, string>
  reply: FastifyReply
}

/** `/sandbox/portal/:id`: the card, the invoices, the end of the plan or another one at the period's end. */
export function portalPages(app: App, context: Context): void {
  const visit = (act: (visit: Visit) => FastifyReply) => (request: FastifyRequest, reply: FastifyReply) => {
    const session = context.store.find('portalSessions', (request.params as { id: string }).id)
    if (!session) return missingPage(reply)
    const present = presentSubscription(context, session.customer)
    const subscription = present?.status === 'canceled' ? undefined : present
    const fields = (request.method === 'GET' ? request.query : (request.body ?? {})) as Record<string, string>
    return act({ session, subscription, fields, reply })
  }
  const home = ({ session, reply }: Visit) => seeOther(reply, `/sandbox/portal/${session.id}`)
  const priceOf = ({ session, subscription }: Visit, id: string | undefined): Price | undefined =>
    subscription && otherPrices(context, session, subscription).find((price) => price.id === id)
  const canCancel = ({ session, subscription }: Visit): boolean =>
    (featuresOf(context, session)?.subscription_cancel.enabled ?? false) && !subscription?.cancel_at_period_end
  /** The page that a flow leads to, until what it is for is done. */
  const flowPage = (one: Visit): FastifyReply | undefined => {
    const { session, subscription, reply } = one
    const { flow } = session
    if (!subscription || !flow) return undefined
    if (flow.type === 'subscription_cancel' && canCancel(one)) return askCancel(context, reply, session, subscription)
    if (flow.type !== 'subscription_update_confirm') return undefined
    const price = priceOf(one, flow.subscription_update_confirm.items[0]?.price)
    const isDone = !price || price.id === nextPrice(context, subscription)?.id || subscription.pending_update
    return isDone ? undefined : askSwitch(context, reply, session, { subscription, price })
  }
  const openOf = ({ session, fields }: Visit): Invoice | undefined =>
    openInvoices(context, session.customer).find(({ id }) => id === fields.invoice)
  const base = '/sandbox/portal/:id'

  app.get(
    base,
    visit((one) => flowPage(one) ?? portalPage(context, one.reply, one.session)),
  )
  app.get(
    `${base}/cancel`,
    visit((one) =>
      one.subscription && canCancel(one) ? askCancel(context, one.reply, one.session, one.subscription) : home(one),
    ),
  )
  app.post(
    `${base}/cancel`,
    visit((one) => {
      if (one.subscription && canCancel(one)) cancelByPerson(context, one.session, one.subscription)
      return home(one)
    }),
  )
  app.post(
    `${base}/undo`,
    visit((one) => {
      if (one.subscription) undo(context, one.subscription)
      return home(one)
    }),
  )
  app.get(
    `${base}/switch`,
    visit((one) => {
      const { subscription, fields, session, reply } = one
      const price = priceOf(one, fields.price)
      return price && subscription ? askSwitch(context, reply, session, { subscription, price }) : home(one)
    }),
  )
  app.post(
    `${base}/switch`,
    visit((one) => {
      const { session, subscription } = one
      const price = priceOf(one, one.fields.price)
      if (!subscription || !price) return home(one)
      if (isForLater(context, session, subscription, price)) switchLater(context, subscription, price)
      else switchNow(context, session, subscription, price)
      return home(one)
    }),
  )
  app.post(
    `${base}/card`,
    visit((one) => {
      const { session, subscription, reply } = one
      if (!featuresOf(context, session)?.payment_method_update.enabled) return home(one)
      const form = CardForm.parse(one.fields)
      const card = readCard(form, context.clock.now())
      if (isFault(card)) return portalPage(context, reply, session, { form, fault: card })
      if (behaviourOf(card.number) === 'declined')
        return portalPage(context, reply, session, {
          form,
          fault: { field: 'number', message: 'Your card was declined' },
        })
      changeCard(context, session.customer, subscription, card)
      return payAll(one)
    }),
  )
  app.post(
    `${base}/pay`,
    visit((one) => {
      const invoice = openOf(one)
      return invoice ? pay(one, invoice) : home(one)
    }),
  )
  app.get(
    `${base}/confirm`,
    visit((one) => {
      const invoice = openOf(one)
      if (!invoice) return home(one)
      return askConfirm(context, one.reply, one.session, { subscription: subscriptionOf(context, invoice), invoice })
    }),
  )
  app.post(
    `${base}/confirm`,
    visit((one) => {
      const invoice = openOf(one)
      if (invoice && one.fields.answer === 'confirm') confirmPayment(context, invoice)
      return home(one)
    }),
  )
  /** Oldest first, until one is not paid. */
  function payAll(one: Visit): FastifyReply {
    const owed = openInvoices(context, one.session.customer).at(-1)
    if (!owed) return home(one)
    const paid = payOpen(context, owed)
    return paid === 'paid' ? payAll(one) : unpaid(one, owed, paid)
  }
  function pay(one: Visit, invoice: Invoice): FastifyReply {
    const paid = payOpen(context, invoice)
    return paid === 'paid' ? home(one) : unpaid(one, invoice, paid)
  }
  function unpaid({ session, reply }: Visit, { id }: Invoice, why: 'declined' | 'second step'): FastifyReply {
    if (why === 'second step') return seeOther(reply, `/sandbox/portal/${session.id}/confirm?invoice=${id}`)
    return portalPage(context, reply, session, { notice: 'Your card was declined' })
  }
}
