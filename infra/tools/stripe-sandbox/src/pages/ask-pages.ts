import type { FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { dollars, shortDollars } from '../rules/bills/money.ts'
import { previewInvoice } from '../rules/bills/preview.ts'
import { featuresOf, isForLater } from '../rules/portal.ts'
import { itemOf } from '../rules/subscriptions/subscription-item.ts'
import type { Price } from '../store/records/catalog.ts'
import type { Invoice } from '../store/records/invoices.ts'
import type { PortalSession } from '../store/records/portal.ts'
import type { Subscription } from '../store/records/subscriptions.ts'
import { dayOf } from './dates.ts'
import { html } from './html.ts'
import { sendPage } from './layout.ts'
import { planLine, planName } from './plan-view.ts'

/** Back to where the page was asked from: a flow has no other page. */
const backFrom = ({ id, flow, return_url }: PortalSession): string => (flow && return_url) || `/sandbox/portal/${id}`

/** Pages that ask before something is done. */
export function askCancel(
  context: Context,
  reply: FastifyReply,
  session: PortalSession,
  subscription: Subscription,
): FastifyReply {
  const { price, current_period_end } = itemOf(subscription)
  const name = planName(context, price)
  const isNow = featuresOf(context, session)?.subscription_cancel.mode === 'immediately'
  return sendPage(reply, {
    title: `Cancel ${name}?`,
    body: html`<section class="card">
${planLine(context, price)}
<p class="muted">${isNow ? `${name} ends now.` : `${name} is yours until ${dayOf(current_period_end)}. After that the account is free, and nothing more is charged for the plan.`}</p>
<form method="post" action="/sandbox/portal/${session.id}/cancel"><div class="actions">
<button class="danger">${isNow ? 'Cancel now' : 'Cancel at period end'}</button><a class="button" href="${backFrom(session)}">Keep ${name}</a></div></form>
</section>`,
  })
}

export function askSwitch(
  context: Context,
  reply: FastifyReply,
  session: PortalSession,
  { subscription, price }: { subscription: Subscription; price: Price },
): FastifyReply {
  const { price: present, current_period_end } = itemOf(subscription)
  const day = dayOf(current_period_end)
  const isLater = isForLater(context, session, subscription, price)
  return sendPage(reply, {
    title: `Switch to ${planName(context, price)} ${isLater ? `on ${day}` : 'now'}?`,
    body: html`<section class="card">
${planLine(context, price)}
<p class="muted">${
      isLater
        ? `${planName(context, present)} at ${shortDollars(present.unit_amount)} a month is yours until ${day}. ${planName(context, price)} begins then, and nothing is charged before.`
        : `The difference for the rest of the period, until ${day}, is charged now: ${dollars(dueNow(context, session, subscription, price))}.`
    }</p>
<form method="post" action="/sandbox/portal/${session.id}/switch"><div class="actions">
<button class="primary" name="price" value="${price.id}">Switch to ${planName(context, price)}</button>
<a class="button" href="${backFrom(session)}">Keep ${planName(context, present)}</a></div></form>
</section>`,
  })
}

/** The amount that a change at once charges, as the configuration has it. */
function dueNow(context: Context, session: PortalSession, subscription: Subscription, price: Price): number {
  const proration = featuresOf(context, session)?.subscription_update.proration_behavior ?? 'none'
  if (proration !== 'always_invoice') return 0
  const change = { price, quantity: itemOf(subscription).quantity, proration, at: context.clock.now() }
  return previewInvoice(context, subscription, { change, mode: 'next' }).amount_due
}

export const askConfirm = (
  context: Context,
  reply: FastifyReply,
  session: PortalSession,
  { subscription, invoice }: { subscription: Subscription | undefined; invoice: Invoice },
): FastifyReply => {
  const item = subscription?.pending_update?.subscription_items[0] ?? subscription?.items.data[0]
  return sendPage(reply, {
    title: 'Confirm the payment',
    body: html`<section class="card">
${item && planLine(context, item.price)}
<p class="muted">Your bank asks whether the payment of ${dollars(invoice.amount_remaining)} is yours.</p>
<form method="post" action="/sandbox/portal/${session.id}/confirm"><input type="hidden" name="invoice" value="${invoice.id}">
<div class="actions"><button class="primary" name="answer" value="confirm">Confirm</button>
<button name="answer" value="refuse">Refuse</button></div></form>
</section>`,
  })
}
