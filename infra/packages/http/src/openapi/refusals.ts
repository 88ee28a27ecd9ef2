import type { Door } from '../doors/door-of.ts'
import type { JsonSchema } from './operation.ts'

const rateHeaders = ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']
const headersOf = (names: string[]) => ({
  headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
})

/** An answer that is no success. */
const problem = (description: string, headers: string[] = []): JsonSchema => ({
  description,
  ...(headers.length > 0 && headersOf(headers)),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

/** The refusals that many routes share, by the name of their component. */
export const sharedRefusals = {
  Invalid: problem('The request is not valid. `details` names the fields, and `error` is the sentence of the first.'),
  Unauthorized: problem('Not logged in, or an API key that is not valid, or paused (`code` `key_paused`).'),
  Forbidden: problem(
    'The API key lacks the scope, or may not be used from this network; or a browser sent the request for another site.',
  ),
  NotFound: problem("Not found. Another account's id is answered in the same way."),
  BodyTooSlow: problem('The request body did not arrive in time.'),
  BodyTooLarge: problem('The request body is too large.'),
  NotJson: problem(
    'The request body is not JSON (`Content-Type: application/json`), not in UTF-8, or has a `Content-Encoding`.',
  ),
  RateLimited: problem('Over the rate of 60 seconds, or too many requests at once.', rateHeaders),
  Failed: problem('Something went wrong on our side. The operator finds out why by the `requestId`.'),
  Unavailable: problem('Busy, or not available right now: the same request again later may succeed.', ['Retry-After']),
}
const refer = (name: keyof typeof sharedRefusals) => ({ $ref: `#/components/responses/${name}` })

const schemas: Record<Door, string> = { openai: 'OpenAiError', elevenlabs: 'ElevenLabsError' }

/** The same refusals in the shape that the clients of a door read. */
const inShapeOf = (door: Door, refusals: Record<string, JsonSchema>): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(refusals).map(([status, answer]) => {
      const [, name] = /responses\/(\w+)$/.exec(String(answer.$ref)) ?? []
      const whole = name ? sharedRefusals[name as keyof typeof sharedRefusals] : answer
      return [
        status,
        { ...whole, content: { 'application/json': { schema: { $ref: `#/components/schemas/${schemas[door]}` } } } },
      ]
    }),
  )

/** The answers that are no success. @param own the route's own sentences by status, in place of the shared ones */
export function refusalsOf(
  own: { [status: number]: string },
  { hasBody, hasParams, door }: { hasBody: boolean; hasParams: boolean; door?: Door | undefined },
): Record<string, JsonSchema> {
  const refusals = {
    400: refer('Invalid'),
    401: refer('Unauthorized'),
    403: refer('Forbidden'),
    ...(hasParams && { 404: refer('NotFound') }),
    ...(hasBody && { 408: refer('BodyTooSlow'), 413: refer('BodyTooLarge'), 415: refer('NotJson') }),
    ...(door === 'elevenlabs' && {
      422: problem('A field of the request is not valid. `detail` is a list, and `loc` names the field.'),
    }),
    429: refer('RateLimited'),
    500: refer('Failed'),
    503: refer('Unavailable'),
    ...Object.fromEntries(
      Object.entries(own).map(([status, sentence]) => [
        status,
        problem(sentence, status === '429' ? rateHeaders : status === '503' ? ['Retry-After'] : []),
      ]),
    ),
  }
  return door ? inShapeOf(door, refusals) : refusals
}
