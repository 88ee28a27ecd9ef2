import type Stripe from 'stripe'
import type { Checkout } from '../../domain/subscription.ts'
import { isAnswerForever, underKey, unlessMissing, unlessRefused } from '../client.ts'
import { soldMethods } from './payment-behavior.ts'

type Session = Stripe.Checkout.Session

/** Tax on top, by the address that is typed, which is the customer's from then on. */
const taxed = {
  automatic_tax: { enabled: true },
  billing_address_collection: 'required',
  tax_id_collection: { enabled: true },
  customer_update: { address: 'auto', name: 'auto' },
} as const satisfies Partial<Stripe.Checkout.SessionCreateParams>

/** The session of an intent, however often it is asked for: its key is Stripe's idempotency key. */
export function createSession(
  { checkout }: Stripe,
  userId: string,
  { key, customer, price, isTaxed }: Checkout,
  publicUrl: string,
): Promise<Session> {
  return checkout.sessions.create(
    {
      mode: 'subscription',
      customer,
      client_reference_id: userId,
      line_items: [{ price, quantity: 1 }],
      // A debit is paid days after its checkout, and can do no pending update.
      allowed_payment_method_types: [...soldMethods],
      allow_promotion_codes: true,
      ...(isTaxed && taxed),
      subscription_data: { metadata: { userId } },
      success_url: new URL('/account?checkout=done', publicUrl).href,
      cancel_url: new URL('/pricing', publicUrl).href,
    },
    underKey(`checkout:${key}`),
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

/** Ids of a customer's open sessions, also of the one that another process may be about to create. */
export async function openSessions(
  stripe: Stripe,
  userId: string,
  customer: string,
  intent: Checkout | undefined,
  publicUrl: string,
): Promise<string[]> {
  if (intent && !intent.id) await createSession(stripe, userId, intent, publicUrl).catch(unlessUnanswered)
  const ids: string[] = []
  for await (const { id } of stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 })) ids.push(id)
  return ids
}

/** Closes sessions. A session that was paid meanwhile stays, and is seen as a subscription. */
export async function closeSessions(stripe: Stripe, ids: string[]): Promise<void> {
  for (const id of ids) await stripe.checkout.sessions.expire(id).catch(unlessRefused)
}

/** For an answer that the key gets for ever: there is no such session. */
function unlessUnanswered(error: unknown): undefined {
  if (!isAnswerForever(error)) throw error
}
