import { call } from '../api/call.ts'
import { fields } from '../api/fields.ts'
import { newId } from '../store/ids.ts'

export const portalSessions = [
  call(
    'POST',
    '/v1/billing_portal/sessions',
    { customer: fields.text, return_url: fields.optionalText },
    (params, { store, clock, publicUrl }) => {
      const customer = store.get('customers', params.customer, 'customer')
      const id = newId('portalSessions')
      return store.add('portalSessions', {
        id,
        object: 'billing_portal.session',
        created: clock.now(),
        livemode: false,
        customer: customer.id,
        return_url: params.return_url ?? null,
        url: `${publicUrl}/sandbox/portal/${id}`,
        configuration: 'bpc_sandbox',
        locale: null,
        flow: null,
      })
    },
  ),
]
