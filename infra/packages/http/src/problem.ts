import type { ProblemBody } from '@utter/contracts/http/problem'

export type FieldFault = { field: string; message: string }

/** An answer that is not a success: a stable code for programs, a status, and a sentence for people. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly details: FieldFault[] | undefined
  readonly headers: Record<string, string>
  readonly challenge: ProblemBody['challenge']
  readonly ticket: string | undefined

  constructor(
    status: number,
    code: string,
    sentence: string,
    options: {
      details?: FieldFault[]
      headers?: Record<string, string>
      challenge?: ProblemBody['challenge']
      ticket?: string
      cause?: unknown
    } = {},
  ) {
    super(sentence, { cause: options.cause })
    this.status = status
    this.code = code
    this.details = options.details
    this.headers = options.headers ?? {}
    this.challenge = options.challenge
    this.ticket = options.ticket
  }
}

export const invalid = (details: FieldFault[]) =>
  new Problem(400, 'invalid_request', details[0]?.message ?? 'Invalid request', { details })
export const unauthorized = (sentence = 'Not logged in', headers: Record<string, string> = {}) =>
  new Problem(401, 'unauthorized', sentence, { headers })
export const forbidden = (sentence: string, code = 'forbidden') => new Problem(403, code, sentence)
export const notFound = (sentence = 'Not found', code = 'not_found') => new Problem(404, code, sentence)
/** @param field that the conflict is about, so that a form can show the sentence under it */
export const conflict = (code: string, sentence: string, field?: string) =>
  new Problem(409, code, sentence, field === undefined ? {} : { details: [{ field, message: sentence }] })

/** @param resetMs until the window ends */
export function rateLimited(resetMs: number, headers: Record<string, string> = {}): Problem {
  const seconds = String(Math.max(1, Math.ceil(resetMs / 1_000)))
  return new Problem(429, 'rate_limited', 'Rate limit exceeded', { headers: { ...headers, 'retry-after': seconds } })
}

/** A refusal of one account, or address, that has its share already; others are not concerned. */
export const tooManyAtOnce = (retryAfterSeconds = 1, cause?: unknown) =>
  new Problem(429, 'too_many_at_once', 'Too many requests at once, try again in a moment', {
    headers: { 'retry-after': String(retryAfterSeconds) },
    cause,
  })

/** A refusal of free accounts alone, which have a bound in common. @param seconds until the day ends */
export const freeLimitReached = (seconds: number) =>
  new Problem(
    503,
    'free_limit_reached',
    'Free accounts have used up what there is for today, try again tomorrow or choose a plan',
    { headers: { 'retry-after': String(seconds) } },
  )

/** A transient refusal, with the seconds to retry after in `Retry-After`. */
export const unavailable = (
  sentence = 'The service is busy, try again in a moment',
  retryAfterSeconds = 1,
  cause?: unknown,
) => new Problem(503, 'unavailable', sentence, { headers: { 'retry-after': String(retryAfterSeconds) }, cause })

/** A service or a store behind this one is unavailable, or timed out. */
export const serviceUnavailable = (cause?: unknown) =>
  unavailable('The service is not available right now, try again in a moment', 1, cause)
