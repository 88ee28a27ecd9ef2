import type { Context } from '../context.ts'
import { shortDollars } from '../rules/bills/money.ts'
import { featuresOf, nextPrice, otherPrices } from '../rules/portal.ts'
import { itemOf } from '../rules/subscriptions/subscription-item.ts'
import type { Price } from '../store/records/catalog.ts'
import type { PortalSession } from '../store/records/portal.ts'
import type { Subscription } from '../store/records/subscriptions.ts'
import { dayOf } from './dates.ts'
import { type Html, html } from './html.ts'

export const planName = ({ store }: Context, { product }: Price): string => store.get('products', product).name

export const planLine = (
  context: Context,
  price: Price,
): Html => html`<div class="plan"><h2>${planName(context, price)}</h2>
<p class="price">${shortDollars(price.unit_amount)} <small>a month</small></p></div>`

/** The present plan, what follows it, and what can be done about that. */
export function planView(context: Context, session: PortalSession, subscription: Subscription): Html {
  const { price } = itemOf(subscription)
  const base = `/sandbox/portal/${session.id}`
  const isOver = subscription.status === 'canceled' || subscription.status === 'incomplete_expired'
  const next = nextPrice(context, subscription)
  const cancel = featuresOf(context, session)?.subscription_cancel
  const isToEnd = subscription.cancel_at_period_end
  return html`<section class="card" aria-label="Plan">
${planLine(context, price)}
<p class="muted">${whatFollows(context, subscription, next)}</p>
${!isOver && (isToEnd || next) && html`<form method="post" action="${base}/undo"><div class="actions"><button>Undo</button></div></form>`}
${
  !isOver &&
  !isToEnd &&
  html`<div class="actions">
${otherPrices(context, session, subscription)
  .filter(({ id }) => id !== next?.id)
  .map(
    (other) =>
      html`<a class="button" href="${base}/switch?price=${other.id}">Switch to ${planName(context, other)}</a>`,
  )}
${cancel?.enabled && html`<a class="button" href="${base}/cancel">${cancel.mode === 'immediately' ? 'Cancel now' : 'Cancel at period end'}</a>`}</div>`
}
</section>`
}

function whatFollows(context: Context, subscription: Subscription, next: Price | undefined): string {
  const { status, ended_at, cancel_at_period_end } = subscription
  const end = dayOf(itemOf(subscription).current_period_end)
  if (status === 'canceled') return `Ended on ${dayOf(ended_at ?? 0)}.`
  if (status === 'incomplete_expired') return 'Never began: its first payment was not made.'
  if (cancel_at_period_end) return `Ends on ${end}. Until then the plan is yours.`
  if (next) return `${planName(context, next)} follows on ${end}, at ${shortDollars(next.unit_amount)} a month.`
  if (status === 'past_due') return 'The last payment failed. Pay the open invoice, or change your card.'
  if (status === 'unpaid') return 'The last payments failed, and are not tried again. Pay the open invoice to go on.'
  return `Renews on ${end}.`
}
