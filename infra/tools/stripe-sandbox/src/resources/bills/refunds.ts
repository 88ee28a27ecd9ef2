import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { fields, mergeMetadata } from '../../api/fields.ts'
import { pageOf, pageParams } from '../../api/list.ts'
import { invalid } from '../../api/stripe-error.ts'
import { failRefund, refundCharge } from '../../rules/bills/charges.ts'
import { dollars } from '../../rules/bills/money.ts'
import { behaviourOf } from '../../rules/cards.ts'
import { newId } from '../../store/ids.ts'
import type { Store } from '../../store/store.ts'

const url = '/v1/refunds'

export const refunds = [
  call(
    'POST',
    url,
    {
      payment_intent: fields.text,
      amount: z.optional(fields.number.check(z.gte(1))),
      reason: z.optional(z.enum(['duplicate', 'fraudulent', 'requested_by_customer'])),
      metadata: fields.optionalMetadata,
    },
    (params, { store, clock, emit }) => {
      const intent = store.get('paymentIntents', params.payment_intent, 'payment_intent')
      if (intent.status !== 'succeeded')
        throw invalid(
          `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
          'payment_intent',
        )
      const charge = intent.latest_charge ? store.find('charges', intent.latest_charge) : undefined
      if (store.all('disputes').some((one) => one.charge === charge?.id && one.status !== 'won'))
        throw invalid(
          `Charge ${charge?.id} has been charged back; cannot issue a refund.`,
          undefined,
          'charge_disputed',
        )
      const left = intent.amount_received - refundedOf(store, intent.id)
      const amount = params.amount ?? left
      if (left === 0)
        throw invalid(`The payment ${intent.id} has already been refunded.`, undefined, 'charge_already_refunded')
      if (amount > left)
        throw invalid(
          `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
          'amount',
        )
      const refund = store.add('refunds', {
        id: newId('refunds'),
        object: 'refund',
        created: clock.now(),
        livemode: false,
        amount,
        currency: intent.currency,
        charge: charge?.id ?? null,
        customer: intent.customer,
        payment_intent: intent.id,
        reason: params.reason ?? null,
        status: 'succeeded',
        metadata: mergeMetadata({}, params.metadata),
      })
      emit('refund.created', refund)
      if (charge) refundCharge({ emit }, charge, amount)
      const made = { ...refund }
      const method = charge?.payment_method ? store.find('paymentMethods', charge.payment_method) : undefined
      if (charge && method && behaviourOf(method._card) === 'no refund') failRefund({ emit }, charge, refund)
      return made
    },
  ),
  call('GET', `${url}/:id`, {}, (_params, { store }, id) => store.get('refunds', id)),
  call('GET', url, { ...pageParams, payment_intent: fields.optionalText }, (params, { store }) =>
    pageOf(
      store.all('refunds').filter(({ payment_intent: of }) => (params.payment_intent ?? of) === of),
      params,
      url,
    ),
  ),
]

const refundedOf = (store: Store, intent: string): number =>
  store
    .all('refunds')
    .filter(({ payment_intent: of, status }) => of === intent && status === 'succeeded')
    .reduce((sum, { amount }) => sum + amount, 0)
