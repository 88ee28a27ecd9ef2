import type { Base, Metadata } from './common.ts'

/** Money that was taken for a payment intent. Charges that failed are not kept. */
export type Charge = Base<'charge'> & {
  amount: number
  amount_captured: number
  amount_refunded: number
  captured: true
  currency: string
  customer: string
  disputed: boolean
  metadata: Metadata
  paid: true
  payment_intent: string
  payment_method: string | null
  refunded: boolean
  status: 'succeeded'
}

/** A payment that its owner has denied to the bank. */
export type Dispute = Base<'dispute'> & {
  amount: number
  charge: string
  currency: string
  evidence: { uncategorized_text: string | null }
  evidence_details: { due_by: number; has_evidence: boolean; past_due: false; submission_count: number }
  is_charge_refundable: false
  metadata: Metadata
  payment_intent: string
  reason: 'fraudulent'
  status: 'needs_response' | 'under_review' | 'won' | 'lost'
}
