import { call } from '../../api/call.ts'

export const paymentIntents = [
  call('GET', '/v1/payment_intents/:id', {}, (_params, { store }, id) => store.get('paymentIntents', id)),
]
