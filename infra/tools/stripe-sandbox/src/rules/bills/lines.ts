import { newPartId } from '../../store/ids.ts'
import type { Invoice, InvoiceItem, Line } from '../../store/records/invoices.ts'
import type { Subscription, SubscriptionItem } from '../../store/records/subscriptions.ts'
import { amountOf, dollars } from './money.ts'

export function recount(invoice: Invoice): void {
  invoice.subtotal = invoice.lines.data.reduce((sum, { amount }) => sum + amount, 0)
  invoice.total = invoice.subtotal
  invoice.amount_due = Math.max(0, invoice.total)
  invoice.amount_remaining = invoice.amount_due
}

function add(
  invoice: Invoice,
  line: Omit<Line, 'id' | 'object' | 'livemode' | 'invoice' | 'subtotal' | 'currency'>,
): void {
  const { amount } = line
  invoice.lines.data.push({
    id: newPartId('il'),
    object: 'line_item',
    livemode: false,
    invoice: invoice.id,
    subtotal: amount,
    currency: invoice.currency,
    ...line,
  })
  recount(invoice)
}

/** The plan's own line, for the period that its item has. @param product the plan's name */
export function addPlanLine(
  invoice: Invoice,
  { id, subscription, price, quantity, ...item }: SubscriptionItem,
  product: string,
): void {
  add(invoice, {
    amount: amountOf(quantity, price.unit_amount_decimal),
    description: `${quantity} × ${product} (at ${dollars(price.unit_amount)} / ${price.recurring?.interval ?? 'month'})`,
    metadata: {},
    parent: {
      type: 'subscription_item_details',
      subscription_item_details: {
        subscription,
        subscription_item: id,
        invoice_item: null,
        proration: false,
        proration_details: null,
      },
      invoice_item_details: null,
    },
    period: { start: item.current_period_start, end: item.current_period_end },
    pricing: {
      type: 'price_details',
      price_details: { price: price.id, product: price.product },
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity,
    quantity_decimal: String(quantity),
    subscription,
  })
}

/** An item becomes a line of a draft. */
export function putOnInvoice(item: InvoiceItem, invoice: Invoice, subscription: Subscription | undefined): void {
  item.invoice = invoice.id
  const of = item.parent?.subscription_details.subscription ?? null
  const details = { invoice_item: item.id, subscription: of, proration: item.proration, proration_details: null }
  const isProration = item.proration && subscription !== undefined
  add(invoice, {
    amount: item.amount,
    description: item.description,
    metadata: { ...item.metadata },
    parent: isProration
      ? {
          type: 'subscription_item_details',
          subscription_item_details: {
            ...details,
            subscription: subscription.id,
            subscription_item: subscription.items.data[0]?.id ?? '',
          },
          invoice_item_details: null,
        }
      : { type: 'invoice_item_details', invoice_item_details: details, subscription_item_details: null },
    period: { ...item.period },
    pricing: item.pricing,
    quantity: item.quantity,
    quantity_decimal: item.quantity_decimal,
    subscription: of,
  })
}
