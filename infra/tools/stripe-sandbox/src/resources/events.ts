import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { fields, inRange } from '../api/fields.ts'
import { pageOf, pageParams } from '../api/list.ts'

/** An event's type, or all of a kind: `invoice.*`. */
const matches = (pattern: string, type: string) =>
  pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern

export const events = [
  call('GET', '/v1/events/:id', {}, (_params, { store }, id) => store.get('events', id)),
  call(
    'GET',
    '/v1/events',
    { ...pageParams, type: fields.optionalText, types: z.optional(z.array(fields.text)), created: fields.range },
    (params, { store }) => {
      const found = store
        .all('events')
        .filter(
          ({ type, created }) =>
            matches(params.type ?? '*', type) &&
            (params.types?.some((pattern) => matches(pattern, type)) ?? true) &&
            inRange(created, params.created),
        )
      return pageOf(found, params, '/v1/events')
    },
  ),
]
