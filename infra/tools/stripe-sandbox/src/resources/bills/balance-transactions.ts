import { call } from '../../api/call.ts'
import { fields, mergeMetadata } from '../../api/fields.ts'
import { pageOf, pageParams } from '../../api/list.ts'
import { invalid } from '../../api/stripe-error.ts'
import { newId } from '../../store/ids.ts'

const url = '/v1/customers/:id/balance_transactions'

/** A credit, or a debt, that the customer's next invoice takes into account when it is finalized. */
export const balanceTransactions = [
  call(
    'POST',
    url,
    {
      amount: fields.number,
      currency: fields.currency,
      description: fields.optionalText,
      metadata: fields.optionalMetadata,
    },
    (params, { store, clock, emit }, id) => {
      const customer = store.get('customers', id)
      const known = store.all('subscriptions').findLast((one) => one.customer === id)?.currency
      if (params.currency !== (known ?? params.currency))
        throw invalid(
          `You cannot combine currencies on a single customer. This customer has had a subscription, coupon, or invoice item with currency ${known}`,
          'currency',
        )
      customer.balance += params.amount
      emit('customer.updated', customer)
      return store.add('balanceTransactions', {
        id: newId('balanceTransactions'),
        object: 'customer_balance_transaction',
        created: clock.now(),
        livemode: false,
        type: 'adjustment',
        amount: params.amount,
        currency: params.currency,
        customer: id,
        description: params.description ?? null,
        ending_balance: customer.balance,
        metadata: mergeMetadata({}, params.metadata),
      })
    },
  ),
  call('GET', url, pageParams, (params, { store }, id) => {
    const found = store.all('balanceTransactions').filter(({ customer }) => customer === id)
    return pageOf(found, params, url.replace(':id', id))
  }),
]
