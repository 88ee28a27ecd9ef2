import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { fields } from '../api/fields.ts'
import { pageOf, pageParams } from '../api/list.ts'
import { cardDeclined } from '../api/stripe-error.ts'
import { bankNumber, bankToken, behaviourOf, cardTokens } from '../rules/cards.ts'
import { attach, createBankAccount, createCard } from '../rules/payment-methods.ts'

export const paymentMethods = [
  call('GET', '/v1/payment_methods/:id', {}, (_params, { store }, id) => store.get('paymentMethods', id)),
  call(
    'GET',
    '/v1/payment_methods',
    { ...pageParams, customer: fields.text, type: z.optional(z.enum(['card', 'us_bank_account'])) },
    (params, { store }) =>
      pageOf(
        store
          .all('paymentMethods')
          .filter(({ customer, type }) => customer === params.customer && (params.type ?? type) === type),
        params,
        '/v1/payment_methods',
      ),
  ),
  // Each use of one of Stripe's names of test cards makes a new card.
  call('POST', '/v1/payment_methods/:id/attach', { customer: fields.text }, (params, context, id) => {
    const customer = context.store.get('customers', params.customer, 'customer')
    const number = cardTokens[id]
    const method = number
      ? createCard(context, { number, month: 12, year: 2034 })
      : id === bankToken
        ? createBankAccount(context, bankNumber)
        : context.store.get('paymentMethods', id)
    if (behaviourOf(method._card) === 'declined') throw cardDeclined()
    return attach(context, method, customer)
  }),
  call('POST', '/v1/payment_methods/:id/detach', {}, (_params, { store, emit }, id) => {
    const method = store.get('paymentMethods', id)
    method.customer = null
    emit('payment_method.detached', method)
    return method
  }),
]
