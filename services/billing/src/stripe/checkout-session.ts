import Stripe from 'stripe'
import type { Checkout } from '../domain/subscription.ts'
import { isAnswerForever, unlessMissing } from './client.ts'

type Session = Stripe.Checkout.Session

/** The session of an intent, however often it is asked for: its key is Stripe's idempotency key. */
export function createSession(
  { checkout }: Stripe,
  userId: string,
  { key, customer, price }: Checkout,
  publicUrl: string,
): Promise<Session> {
  return checkout.sessions.create(
    {
      mode: 'subscription',
      customer,
      client_reference_id: userId,
      line_items: [{ price, quantity: 1 }],
      subscription_data: { metadata: { userId } },
      success_url: new URL('/account?checkout=done', publicUrl).href,
      cancel_url: new URL('/pricing', publicUrl).href,
    },
    { idempotencyKey: `checkout:${key}` },
  )
}

/** The open session of an earlier intent. Undefined: it is over, none can be had under its key, or its customer is gone. */
export async function findOpenSession(
  stripe: Stripe,
  userId: string,
  intent: Checkout,
  publicUrl: string,
): Promise<Session | undefined> {
  // The answer to a repeated key is the first one: the session as it was then.
  const id = intent.id ?? (await createSession(stripe, userId, intent, publicUrl).catch(unlessUnanswered))?.id
  const session = id === undefined ? undefined : await stripe.checkout.sessions.retrieve(id).catch(unlessMissing)
  if (session?.status !== 'open') return undefined
  const customer = await stripe.customers.retrieve(intent.customer).catch(unlessMissing)
  return !customer || customer.deleted ? undefined : session
}

/**
 * Closes a customer's open sessions, also the one that another process may be about to create. A session that was paid stays, and is
 * seen as a subscription.
 */
export async function closeSessions(
  stripe: Stripe,
  userId: string,
  customer: string,
  intent: Checkout | undefined,
  publicUrl: string,
): Promise<void> {
  if (intent && !intent.id) await createSession(stripe, userId, intent, publicUrl).catch(unlessUnanswered)
  for await (const { id } of stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }))
    await stripe.checkout.sessions.expire(id).catch(unlessOver)
}

/** Ignores the refusal of a session that was paid or has expired: it can't be closed. */
function unlessOver(error: unknown): void {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
}

function unlessUnanswered(error: unknown): undefined {
  if (!isAnswerForever(error)) throw error
}
