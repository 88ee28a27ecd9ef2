import { newPartId } from '../../store/ids.ts'
import type { Tax } from '../../store/records/discounts.ts'
import type { Invoice, InvoiceItem, Line, TaxAmount } from '../../store/records/invoices.ts'
import type { Subscription, SubscriptionItem } from '../../store/records/subscriptions.ts'
import { reduced, takenOff } from './discounts.ts'
import { amountOf, dollars } from './money.ts'
import { taxOn } from './tax.ts'

/** The amounts of a bill: discounts are taken off the lines that may be discounted, and tax comes on top of what is left. */
export function recount(invoice: Invoice): void {
  const { lines, _reductions: reductions = [], _tax: tax } = invoice
  const left = new Map(reductions.map(({ discount, amount_off }) => [discount, amount_off]))
  for (const line of lines.data) {
    let net = line.amount
    line.discount_amounts = []
    for (const { discount, percent_off } of line.discountable ? reductions : []) {
      // A fixed amount is taken off a bill once, over all its lines.
      const amount = takenOff(net, { percent_off, amount_off: left.get(discount) ?? null })
      if (percent_off === null) left.set(discount, (left.get(discount) ?? 0) - amount)
      line.discount_amounts.push({ amount, discount })
      net -= amount
    }
    line.taxes = tax ? [taxAmount(net, taxOn(net, tax), tax)] : []
  }
  const each = lines.data
  invoice.subtotal = sumOf(each.map(({ amount }) => amount))
  invoice.total_discount_amounts = reductions.map(({ discount }) => ({
    discount,
    amount: sumOf(
      each.flatMap((line) => line.discount_amounts.flatMap((one) => (one.discount === discount ? one.amount : []))),
    ),
  }))
  invoice.total_excluding_tax = invoice.subtotal - sumOf(invoice.total_discount_amounts.map(({ amount }) => amount))
  invoice.total_taxes = tax
    ? [
        taxAmount(
          invoice.total_excluding_tax,
          sumOf(each.flatMap(({ taxes }) => taxes.map(({ amount }) => amount))),
          tax,
        ),
      ]
    : []
  invoice.total = invoice.total_excluding_tax + sumOf(invoice.total_taxes.map(({ amount }) => amount))
  invoice.amount_due = Math.max(0, invoice.total)
  invoice.amount_remaining = invoice.amount_due
}

const sumOf = (amounts: number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

const taxAmount = (taxable: number, amount: number, { reason }: Tax): TaxAmount => ({
  amount,
  tax_behavior: 'exclusive',
  tax_rate_details: null,
  taxability_reason: reason,
  taxable_amount: taxable,
  type: 'tax_rate_details',
})

type Counted = 'discount_amounts' | 'discounts' | 'taxes'
function add(
  invoice: Invoice,
  line: Omit<Line, 'id' | 'object' | 'livemode' | 'invoice' | 'subtotal' | 'currency' | Counted>,
): void {
  const { amount } = line
  invoice.lines.data.push({
    id: newPartId('il'),
    object: 'line_item',
    livemode: false,
    invoice: invoice.id,
    subtotal: amount,
    currency: invoice.currency,
    discount_amounts: [],
    discounts: [],
    taxes: [],
    ...line,
  })
  recount(invoice)
}

/** The plan's own line, for the period that its item has. @param product the plan's name */
export function addPlanLine(invoice: Invoice, item: SubscriptionItem, product: string): void {
  const { id, subscription, price, quantity } = item
  add(invoice, {
    discountable: true,
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
  item._paid = reduced(amountOf(quantity, price.unit_amount_decimal), invoice._reductions ?? [])
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
    discountable: item.discountable,
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
