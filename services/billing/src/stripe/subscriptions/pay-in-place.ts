import Stripe from 'stripe'
import type { Wish } from '../../domain/subscription.ts'
import { idOf, underKey, unlessRefused } from '../client.ts'
import type { paymentBehavior } from './payment-behavior.ts'

export type PaymentOutcome = 'paid' | 'declined' | 'second-step'

/**
 * Another price for a subscription, once the difference for the rest of the period is paid. Unless it is, the plan stays: what a declined
 * card leaves is voided; what waits for the person's bank can be confirmed in the portal for 23 hours. Two requests of one wish are one.
 * @param item the subscription's item that is the plan
 */
export async function payInPlace(
  stripe: Stripe,
  { key, subscriptionId, priceId, shown }: Wish,
  item: string,
  payment_behavior: NonNullable<ReturnType<typeof paymentBehavior>>,
): Promise<PaymentOutcome> {
  let after: Stripe.Subscription
  try {
    after = await stripe.subscriptions.update(
      subscriptionId,
      {
        items: [{ id: item, price: priceId }],
        proration_behavior: 'always_invoice',
        // Counted from the time of the preview, so that it is the amount that was shown.
        ...(shown && { proration_date: shown.prorationDate.getTime() / 1_000 }),
        payment_behavior,
      },
      underKey(`change:${key}`),
    )
  } catch (error) {
    return outcomeOf(error)
  }
  return after.pending_update ? giveUpUnlessConfirmable(stripe, after) : 'paid'
}

/** @throws what is no card's fault */
function outcomeOf(error: unknown): PaymentOutcome {
  if (!(error instanceof Stripe.errors.StripeCardError)) throw error
  const isSecondStep = /requires_action|authentication_required/.test(error.code ?? '')
  return isSecondStep ? 'second-step' : 'declined'
}

async function giveUpUnlessConfirmable(
  stripe: Stripe,
  { latest_invoice: latest }: Stripe.Subscription,
): Promise<PaymentOutcome> {
  const id = idOf(latest)
  if (!id) return 'declined'
  const invoice = await stripe.invoices.retrieve(id, { expand: ['payments.data.payment.payment_intent'] })
  const intents = invoice.payments?.data.map(({ payment }) => payment.payment_intent) ?? []
  if (intents.some((intent) => typeof intent === 'object' && intent?.status === 'requires_action')) return 'second-step'
  if (invoice.status === 'paid') return 'paid'
  // The other of two requests may have voided it already.
  if (invoice.status === 'open') await stripe.invoices.voidInvoice(id).catch(unlessRefused)
  return 'declined'
}
