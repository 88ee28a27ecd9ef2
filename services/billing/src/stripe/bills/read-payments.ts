import type Stripe from 'stripe'
import { idOf, isMissing } from '../client.ts'

/** Charges of one customer that are looked at, newest first: years of them. */
const maxCharges = 1_000

export type SeenDispute = { id: string; chargeId: string; cents: number; currency: string }
/** The fate of a customer's payments. `isKept`: some money is neither given back nor lost. `isGivenBack`: some payment is, as a whole. */
export type SeenPayments = { lost: SeenDispute[]; open: SeenDispute[]; isKept: boolean; isGivenBack: boolean }

/** A customer's payments as Stripe has them now. A customer that it does not have has made none. */
export async function readPayments(stripe: Stripe, customer: string): Promise<SeenPayments> {
  const seen: SeenPayments = { lost: [], open: [], isKept: false, isGivenBack: false }
  let looked = 0
  try {
    for await (const charge of stripe.charges.list({ customer, limit: 100 })) {
      if (charge.status === 'succeeded') await look(stripe, charge, seen)
      looked += 1
      if (looked >= maxCharges) break
    }
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  return seen
}

async function look(stripe: Stripe, charge: Stripe.Charge, seen: SeenPayments): Promise<void> {
  let left = charge.amount - charge.amount_refunded
  if (charge.disputed) {
    // A charge has few of them: one for each time that its bank asked again.
    for (const dispute of (await stripe.disputes.list({ charge: charge.id, limit: 100 })).data) {
      const { id, amount: cents, currency, status } = dispute
      const one = { id, chargeId: idOf(dispute.charge) ?? charge.id, cents, currency }
      if (status === 'lost') {
        seen.lost.push(one)
        left -= cents
      } else if (openStatuses.includes(status)) seen.open.push(one)
    }
  }
  if (left > 0) seen.isKept = true
  else seen.isGivenBack = true
}

const openStatuses: Stripe.Dispute.Status[] = ['needs_response', 'under_review']
