import type { Context } from '../../context.ts'
import { newId } from '../../store/ids.ts'
import type { Charge, Dispute } from '../../store/records/charges.ts'

/** Time for an answer to a dispute, in seconds. */
const answerSeconds = 9 * 86_400

/** The owner of a card has told the bank that a payment was not theirs. */
export function openDispute({ store, clock, emit }: Context, charge: Charge): void {
  charge.disputed = true
  const dispute = store.add('disputes', {
    id: newId('disputes'),
    object: 'dispute',
    created: clock.now(),
    livemode: false,
    amount: charge.amount,
    charge: charge.id,
    currency: charge.currency,
    evidence: { uncategorized_text: null },
    evidence_details: {
      due_by: clock.now() + answerSeconds,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  })
  emit('charge.dispute.created', dispute)
}

/** The bank has decided. The charge stays marked as disputed, as at Stripe. */
export function closeDispute({ emit }: Pick<Context, 'emit'>, dispute: Dispute, status: 'won' | 'lost'): void {
  const { status: before } = dispute
  dispute.status = status
  emit('charge.dispute.closed', dispute, { status: before })
}
