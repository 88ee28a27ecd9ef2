import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { fields } from '../api/fields.ts'
import type { Deliveries } from '../events/deliver.ts'

/** How events are delivered, for tests: twice, late, in disorder, not at all. Stripe has no such calls. */
export const delivery = ({ deliver }: Deliveries) => [
  call('GET', '/v1/sandbox/delivery', {}, (_params, { state }) => state.delivery),
  call(
    'POST',
    '/v1/sandbox/delivery',
    {
      duplicate: fields.optionalFlag,
      delay_ms: z.optional(fields.number.check(z.gte(0))),
      shuffle: fields.optionalFlag,
      paused: fields.optionalFlag,
    },
    (params, { state }) => {
      const given = Object.entries(params).filter(([, value]) => value !== undefined)
      return Object.assign(state.delivery, Object.fromEntries(given))
    },
  ),
  // While deliveries are paused too.
  call('POST', '/v1/sandbox/deliver', {}, () => deliver()),
]
