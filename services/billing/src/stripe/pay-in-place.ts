import Stripe from 'stripe'
import { idOf } from './client.ts'

export type PaymentOutcome = 'paid' | 'declined' | 'second-step'

/**
 * Another price for a subscription, once the difference for the rest of the period is paid. Unless it is, the plan stays: what a declined
 * card leaves is voided; what waits for the person's bank can be confirmed in the portal for 23 hours.
 */
export async function payInPlace(stripe: Stripe, id: string, item: string, price: string): Promise<PaymentOutcome> {
  let after: Stripe.Subscription
  try {
    after = await stripe.subscriptions.update(id, {
      items: [{ id: item, price }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    })
  } catch (error) {
    return outcomeOf(error)
  }
  if (after.pending_update) return giveUpUnlessConfirmable(stripe, after)
  // A lower plan that was to follow is no longer wanted.
  const schedule = idOf(after.schedule)
  if (schedule) await stripe.subscriptionSchedules.release(schedule)
  return 'paid'
}

/** @throws what is no card's fault */
function outcomeOf(error: unknown): PaymentOutcome {
  if (!(error instanceof Stripe.errors.StripeCardError)) throw error
  const isSecondStep = /requires_action|authentication_required/.test(error.code ?? '')
  return isSecondStep ? 'second-step' : 'declined'
}

async function giveUpUnlessConfirmable(stripe: Stripe, { latest_invoice: latest }: Stripe.Subscription) {
  const id = idOf(latest)
  if (!id) return 'declined'
  const invoice = await stripe.invoices.retrieve(id, { expand: ['payments.data.payment.payment_intent'] })
  const intents = invoice.payments?.data.map(({ payment }) => payment.payment_intent) ?? []
  if (intents.some((intent) => typeof intent === 'object' && intent?.status === 'requires_action')) return 'second-step'
  await stripe.invoices.voidInvoice(id)
  return 'declined'
}
