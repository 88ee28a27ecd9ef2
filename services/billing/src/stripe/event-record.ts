import type Stripe from 'stripe'
import { idOf, unlessMissing } from './client.ts'

/** Its record: what it is about by ids alone, which is fetched afresh when it is handled. */
export async function recordOf(stripe: Stripe, event: Stripe.Event) {
  const customerId = await customerIn(stripe, event)
  const objectId = idOf(event.data.object as { id: string })
  return { _id: event.id, type: event.type, ...(customerId && { customerId }), ...(objectId && { objectId }) }
}

type Reference = string | { id: string } | null

/** The customer whom an event is about. A dispute names its charge alone: Stripe is asked whose that is. */
async function customerIn(stripe: Stripe, { data }: Stripe.Event): Promise<string | undefined> {
  const { customer, charge } = data.object as { customer?: Reference; charge?: Reference }
  const chargeId = idOf(charge)
  if (customer || !chargeId) return idOf(customer)
  return idOf((await stripe.charges.retrieve(chargeId).catch(unlessMissing))?.customer)
}
