import type { Context } from '../../context.ts'
import { newId } from '../../store/ids.ts'
import type { Price } from '../../store/records/catalog.ts'
import type { InvoiceItem } from '../../store/records/invoices.ts'
import type { Subscription } from '../../store/records/subscriptions.ts'
import { itemOf } from '../subscriptions/subscription-item.ts'
import { reduced, reductionsOf } from './discounts.ts'

const dayOf = (seconds: number) =>
  new Date(seconds * 1000).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })

/** Two items for a change of price inside a period: the unused time of the old one back, the remaining time of the new one to be paid. */
export function prorate(
  context: Context,
  subscription: Subscription,
  next: { price: Price; quantity: number },
  at: number,
): InvoiceItem[] {
  const { price, quantity, current_period_start, current_period_end, _paid } = itemOf(subscription)
  // A discount is in the amounts themselves: what was paid comes back, and what is to be paid is less.
  const paid = _paid ?? price.unit_amount * quantity
  const due = reduced(next.price.unit_amount * next.quantity, reductionsOf(context, subscription))
  // Its end may have passed a moment ago, and its renewal be still to come.
  const share = Math.max(0, current_period_end - at) / (current_period_end - current_period_start)
  const isSameInterval = price.recurring?.interval === next.price.recurring?.interval
  const shareOfNext = isSameInterval ? share : 1
  const period = { start: at, end: current_period_end }
  const item = (cents: number, what: string, of: Price) => {
    const name = context.store.get('products', of.product).name
    return createProration(context, subscription, {
      amount: cents,
      description: `${what} time on ${name} after ${dayOf(at)}`,
      price: of,
      period,
    })
  }
  return [
    item(-Math.round(paid * share), 'Unused', price),
    item(Math.round(due * shareOfNext), 'Remaining', next.price),
  ]
}

function createProration(
  { store, clock }: Context,
  subscription: Subscription,
  {
    amount,
    description,
    price,
    period,
  }: { amount: number; description: string; price: Price; period: InvoiceItem['period'] },
): InvoiceItem {
  return store.add('invoiceItems', {
    id: newId('invoiceItems'),
    object: 'invoiceitem',
    livemode: false,
    amount,
    currency: subscription.currency,
    customer: subscription.customer,
    date: clock.now(),
    description,
    discountable: false,
    invoice: null,
    metadata: {},
    parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
    period,
    pricing: {
      type: 'price_details',
      price_details: { price: price.id, product: price.product },
      unit_amount_decimal: String(amount),
    },
    proration: true,
    quantity: 1,
    quantity_decimal: '1',
  })
}
