import type Stripe from 'stripe'
import { idOf, unlessMissing } from './client.ts'

type Reference = string | { id: string } | null

/** The customer whom an event is about. A dispute names its charge alone: Stripe is asked whose that is. */
export async function customerIn(stripe: Stripe, { data }: Stripe.Event): Promise<string | undefined> {
  const { customer, charge } = data.object as { customer?: Reference; charge?: Reference }
  const chargeId = idOf(charge)
  if (customer || !chargeId) return idOf(customer)
  return idOf((await stripe.charges.retrieve(chargeId).catch(unlessMissing))?.customer)
}
