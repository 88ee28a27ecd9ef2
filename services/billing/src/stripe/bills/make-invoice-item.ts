import { failpoint } from '@utter/runtime/failpoint'
import Stripe from 'stripe'
import { dollars, smallestUnits } from '../../domain/currency.ts'
import type { InvoiceItem, InvoiceItemStore } from '../../store/invoice-items.ts'
import { idOf, isRefusal } from '../client.ts'
import { taxBehavior } from '../set-up/price.ts'

/**
 * Makes the item that is intended, once: the key is the item's, and one that was made before, by a process that died, is found by its
 * metadata even when Stripe has forgotten the key (24 hours).
 */
export async function makeInvoiceItem(stripe: Stripe, items: InvoiceItemStore, item: InvoiceItem): Promise<void> {
  await ensureItem(stripe, items, item)
  if (item.isLast) await invoiceLast(stripe, item)
  await items.sent(item._id)
}

/** The item alone, without the invoice that it may get. */
export async function ensureItem(stripe: Stripe, items: InvoiceItemStore, item: InvoiceItem): Promise<void> {
  if (item.invoiceItemId) return
  const made = (await findItem(stripe, item)) ?? (await createItem(stripe, items, item))
  failpoint('item-made')
  await items.made(item._id, made)
  failpoint('item-stored')
}

async function findItem(stripe: Stripe, { _id, customerId }: InvoiceItem): Promise<string | undefined> {
  for await (const { id, metadata } of stripe.invoiceItems.list({ customer: customerId, limit: 100 }))
    if (metadata?.key === _id) return id
  return undefined
}

async function createItem(stripe: Stripe, items: InvoiceItemStore, item: InvoiceItem): Promise<string> {
  const { _id: key, customerId: customer, invoiceId, tier, quantity, price, currency = dollars } = item
  const { period, segment, segmentEnd, userId } = item
  const params = {
    customer,
    currency,
    quantity,
    // Cents: a call of the pro plan costs 2.5.
    unit_amount_decimal: Stripe.Decimal.from(String(smallestUnits(price, currency))),
    description: `Calls past the ${tier} plan`,
    // A discount is on the plan, and none on calls.
    discountable: false,
    tax_behavior: taxBehavior,
    ...(segmentEnd && { period: { start: secondsOf(segment), end: secondsOf(segmentEnd) } }),
    metadata: { key, userId, period: period.toISOString(), segment: segment.toISOString() },
  }
  try {
    const made = await stripe.invoiceItems.create(
      { ...params, ...(invoiceId && { invoice: invoiceId }) },
      { idempotencyKey: invoiceId ? `${key}:${invoiceId}` : key },
    )
    return made.id
  } catch (error) {
    // The draft has been finalized meanwhile, or deleted by a person: the item goes onto the next invoice.
    if (!invoiceId || !(isRefusal(error, 'invoice_not_editable') || isRefusal(error, 'resource_missing', 'invoice')))
      throw error
    await items.toNextInvoice(key)
    return (await stripe.invoiceItems.create(params, { idempotencyKey: key })).id
  }
}

/** Invoices an item by itself, where no period follows soon whose invoice would take it. */
async function invoiceLast(stripe: Stripe, item: InvoiceItem): Promise<void> {
  const { _id: key, customerId: customer, subscriptionId } = item
  const charged = await chargedAs(stripe, subscriptionId)
  await stripe.invoices
    .create(
      {
        customer,
        auto_advance: true,
        pending_invoice_items_behavior: 'include',
        ...(item.currency && { currency: item.currency }),
        ...charged,
      },
      { idempotencyKey: `last-invoice:${key}` },
    )
    .catch((error) => {
      // The item is on an invoice already.
      if (!isRefusal(error, 'invoice_no_customer_line_items')) throw error
    })
}

/**
 * An invoice of the customer alone is charged as the subscription's own ones are: by its card, which is a checkout's, and by which no other
 * invoice is paid, and with its tax.
 */
export async function chargedAs(
  stripe: Stripe,
  subscriptionId: string,
): Promise<Pick<Stripe.InvoiceCreateParams, 'default_payment_method' | 'automatic_tax'>> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId)
  const card = idOf(subscription.default_payment_method)
  return {
    ...(card && { default_payment_method: card }),
    ...(subscription.automatic_tax.enabled && { automatic_tax: { enabled: true } }),
  }
}

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1_000)
