import Stripe from 'stripe'
import type { SubscriptionStore } from '../store/subscriptions.ts'
import { isMissing } from '../stripe/client.ts'
import type { Payments } from '../stripe/payments.ts'

/**
 * The end of a deleted account's subscription, at once, and of the customer with cards and address, which Stripe removes with it. The
 * document goes last: it alone names the customer.
 */
export async function eraseSubscription(
  subscriptions: Pick<SubscriptionStore, 'read' | 'remove'>,
  payments: Pick<Payments, 'stripe'> | undefined,
  userId: string,
): Promise<void> {
  const customer = (await subscriptions.read(userId))?.stripeCustomerId
  // Deleting a customer cancels what it pays for.
  if (customer && payments) await payments.stripe.customers.del(customer).catch(unlessMissing)
  await subscriptions.remove(userId)
}

function unlessMissing(error: unknown): void {
  if (!isMissing(error)) throw error
}

/** Whether the fault is Stripe's, which must hold up no other event: the account's erasure is repeated until it succeeds. */
export const isStripes = (error: unknown): boolean => error instanceof Stripe.errors.StripeError
