import { call } from '../../api/call.ts'
import { fields, inRange } from '../../api/fields.ts'
import { pageOf, pageParams } from '../../api/list.ts'

const url = '/v1/charges'

export const charges = [
  call(
    'GET',
    url,
    { ...pageParams, customer: fields.optionalText, payment_intent: fields.optionalText, created: fields.range },
    (params, { store }) => {
      store.knowCustomer(params.customer)
      const found = store
        .all('charges')
        .filter(
          ({ customer, payment_intent, created }) =>
            (params.customer ?? customer) === customer &&
            (params.payment_intent ?? payment_intent) === payment_intent &&
            inRange(created, params.created),
        )
      return pageOf(found, params, url)
    },
  ),
  call('GET', `${url}/:id`, {}, (_params, { store }, id) => store.get('charges', id)),
]
