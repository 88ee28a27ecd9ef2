import type Stripe from 'stripe'
import { idOf } from './client.ts'

/** The customer whom an event is about. */
export function customerIn({ data }: Stripe.Event): string | undefined {
  const object = data.object as { customer?: string | { id: string } | null }
  return idOf(object.customer)
}
