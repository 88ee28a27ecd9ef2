import type { Identity } from '@utter/http/identity'
import { failpoint } from '@utter/runtime/failpoint'
import Stripe from 'stripe'
import type { Deps } from '../deps.ts'
import { isMissing } from '../stripe/client.ts'
import type { Payments } from '../stripe/payments.ts'
import { customerOf } from './customer-of.ts'

/** A checkout is open for a day; a little longer, since its payment may be on the way. */
const watchMs = 25 * 3_600_000

/** A checkout for an account without a subscription. The one before is closed, so that two tabs don't pay twice. @returns its page */
export async function openCheckout(
  deps: Pick<Deps, 'subscriptions' | 'erasure' | 'publicUrl' | 'clock'>,
  payments: Payments,
  identity: Identity,
  price: string,
): Promise<string> {
  const customer = await customerOf(deps, payments, identity)
  failpoint('customer-saved')
  try {
    return await openPage(deps, payments, identity, customer, price)
  } catch (error) {
    // Deleted at Stripe, or of another Stripe than the one whose key is set now.
    if (!isMissing(error) || (error as { param?: string }).param !== 'customer') throw error
    return openPage(deps, payments, identity, await customerOf(deps, payments, identity, customer), price)
  }
}

async function openPage(
  { subscriptions, publicUrl, clock }: Pick<Deps, 'subscriptions' | 'publicUrl' | 'clock'>,
  { stripe: { checkout } }: Payments,
  { userId }: Identity,
  customer: string,
  price: string,
): Promise<string> {
  const earlier = (await subscriptions.read(userId))?.checkoutId
  if (earlier) await checkout.sessions.expire(earlier).catch(unlessOver)
  const now = clock.now()
  await subscriptions.watch(userId, now, new Date(now.getTime() + watchMs))
  const session = await checkout.sessions.create({
    mode: 'subscription',
    customer,
    client_reference_id: userId,
    line_items: [{ price, quantity: 1 }],
    subscription_data: { metadata: { userId } },
    success_url: new URL('/account?checkout=done', publicUrl).href,
    cancel_url: new URL('/pricing', publicUrl).href,
  })
  await subscriptions.savePage(userId, { checkoutId: session.id })
  if (!session.url) throw new Error('the checkout has no page')
  return session.url
}

/** Ignores the refusal of a checkout that was paid or has expired: it can't be closed. */
function unlessOver(error: unknown): void {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
}
