import type Stripe from 'stripe'

/** An amount in the currency's smallest unit, and what is in it. */
export type Charge = { currency: string; amount: number; tax: number; discount: number; credit: number }
/** @property item the subscription's item that is the plan */
export type PriceChange = { subscription: Stripe.Subscription; item: Stripe.SubscriptionItem; priceId: string }

/**
 * The amount that Stripe charges at once for a higher plan.
 * @param at the time from which it counts; absent: Stripe's own
 * @returns also the time that was counted from
 */
export async function previewNow(
  stripe: Stripe,
  { subscription, item, priceId }: PriceChange,
  at?: Date,
): Promise<Charge & { at: Date | undefined }> {
  const invoice = await stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: {
      items: [{ id: item.id, price: priceId }],
      proration_behavior: 'always_invoice',
      ...(at && { proration_date: at.getTime() / 1_000 }),
    },
  })
  const line = invoice.lines.data.find(({ parent }) => parent?.subscription_item_details?.proration)
  return { ...chargeOf(invoice, invoice.amount_due), at: line && new Date(line.period.start * 1_000) }
}

/** The price of a renewal from then on: the plan alone, since nobody knows the calls past it. */
export async function previewRenewal(stripe: Stripe, { subscription, item, priceId }: PriceChange): Promise<Charge> {
  const invoice = await stripe.invoices.createPreview({
    subscription: subscription.id,
    preview_mode: 'recurring',
    subscription_details: { items: [{ id: item.id, price: priceId }], proration_behavior: 'none' },
  })
  return chargeOf(invoice, invoice.total)
}

const chargeOf = (
  { currency, total, amount_due, total_taxes, total_discount_amounts }: Stripe.Invoice,
  amount: number,
): Charge => ({
  currency,
  amount,
  tax: sumOf(total_taxes),
  discount: sumOf(total_discount_amounts),
  credit: Math.max(0, total) - amount_due,
})

const sumOf = (amounts: { amount: number }[] | null | undefined): number =>
  (amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
