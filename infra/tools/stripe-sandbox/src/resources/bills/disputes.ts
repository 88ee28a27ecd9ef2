import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { fields, inRange } from '../../api/fields.ts'
import { pageOf, pageParams } from '../../api/list.ts'
import { invalid } from '../../api/stripe-error.ts'
import { closeDispute } from '../../rules/bills/disputes.ts'
import type { Dispute } from '../../store/records/charges.ts'

const url = '/v1/disputes'
/** Stripe's texts by which its test mode decides at once. */
const decisions: Record<string, 'won' | 'lost'> = { winning_evidence: 'won', losing_evidence: 'lost' }

export const disputes = [
  call(
    'GET',
    url,
    { ...pageParams, charge: fields.optionalText, payment_intent: fields.optionalText, created: fields.range },
    (params, { store }) => {
      const found = store
        .all('disputes')
        .filter(
          ({ charge, payment_intent, created }) =>
            (params.charge ?? charge) === charge &&
            (params.payment_intent ?? payment_intent) === payment_intent &&
            inRange(created, params.created),
        )
      return pageOf(found, params, url)
    },
  ),
  call('GET', `${url}/:id`, {}, (_params, { store }, id) => store.get('disputes', id)),
  call(
    'POST',
    `${url}/:id`,
    { evidence: z.optional(z.strictObject({ uncategorized_text: fields.optionalText })), submit: fields.optionalFlag },
    ({ evidence, submit = true }, context, id) => {
      const dispute = requireOpen(context.store.get('disputes', id))
      const text = evidence?.uncategorized_text ?? dispute.evidence.uncategorized_text
      dispute.evidence = { uncategorized_text: text }
      if (!submit) return dispute
      dispute.evidence_details.has_evidence = text !== null
      dispute.evidence_details.submission_count += 1
      dispute.status = 'under_review'
      const decision = decisions[text ?? '']
      if (decision) closeDispute(context, dispute, decision)
      return dispute
    },
  ),
  // Given up: it is lost.
  call('POST', `${url}/:id/close`, {}, (_params, context, id) => {
    const dispute = requireOpen(context.store.get('disputes', id))
    closeDispute(context, dispute, 'lost')
    return dispute
  }),
]

function requireOpen(dispute: Dispute): Dispute {
  if (dispute.status === 'won' || dispute.status === 'lost') throw invalid('This dispute is already closed')
  return dispute
}
