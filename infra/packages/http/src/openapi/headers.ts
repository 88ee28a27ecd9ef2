const text = { type: 'string' } as const
const whole = { type: 'integer', minimum: 0 } as const

/** Headers of requests, by the name of their component. */
export const requestHeaders = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'The request id, where the body has none: at most 200 characters. The same id with the same body gives the same job, and costs nothing.',
    schema: text,
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      '`wait=N` (RFC 7240): the answer waits up to N seconds, 60 at most, for the end of the job. It is 200 with the outcome when the job has ended by then, else 202.',
    schema: text,
    example: 'wait=30',
  },
  CacheControl: {
    name: 'Cache-Control',
    in: 'header',
    description: '`no-cache`: speaks afresh, though an equal job of this account is kept.',
    schema: text,
  },
  Accept: {
    name: 'Accept',
    in: 'header',
    description: '`text/event-stream`: the reply as it is written, as server-sent events.',
    schema: { enum: ['application/json', 'text/event-stream'] },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'The id of the last event that was received: the stream goes on after it.',
    schema: text,
  },
  Range: {
    name: 'Range',
    in: 'header',
    description: 'A range of bytes, for seeking.',
    schema: text,
    example: 'bytes=0-1023',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'An `ETag` that is kept: 304 without a body while it holds.',
    schema: text,
  },
} as const
export type RequestHeader = keyof typeof requestHeaders

/** Headers of answers, by their names. */
export const responseHeaders = {
  Location: { description: 'The path of the job.', schema: text },
  Link: { description: 'The next page: `</api/jobs?cursor=…>; rel="next"`. Absent on the last one.', schema: text },
  'Retry-After': { description: 'Seconds after which to ask again.', schema: whole },
  'RateLimit-Limit': { description: 'Requests that may spend something in 60 seconds.', schema: whole },
  'RateLimit-Remaining': { description: 'How many of them are left.', schema: whole },
  'RateLimit-Reset': { description: 'Seconds until there are more.', schema: whole },
  'AI-Disclosure': {
    description:
      'That a machine has spoken it: a dictionary (RFC 9651) with `mode=machine-generated`, and job or work, provider, voice and the SHA-256 of the text, as far as they are known.',
    schema: text,
  },
  ETag: { description: 'A mark of these bytes.', schema: text },
  'Content-Range': { description: 'The bytes that this part holds.', schema: text },
  'Content-Disposition': { description: 'The name under which a browser saves it.', schema: text },
} as const
export type ResponseHeader = keyof typeof responseHeaders
