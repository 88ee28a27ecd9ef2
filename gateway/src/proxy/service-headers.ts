import type { IncomingHttpHeaders } from 'node:http'
import { sessionHeader } from '@utter/contracts/http/account/session-hand-over'
import { elevenLabsKeyHeader } from '@utter/http/doors/door-of'
import { identityHeader } from '@utter/http/identity'
import { currentTraceparent } from '@utter/telemetry/trace'

/** Headers that mean something only inside, or only between the client and us. */
const stripped = new Set([
  identityHeader,
  sessionHeader,
  'x-request-id',
  'traceparent',
  'tracestate',
  'baggage',
  'cookie',
  'authorization',
  elevenLabsKeyHeader,
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'forwarded',
  // Node has answered it, and undici sends none.
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * A client's headers as its service gets them. That there was a key of ElevenLabs' clients is passed on without the key, since a service
 * answers in their shape by it. @param token the sender's identity, signed for that service
 */
export function serviceHeaders(headers: IncomingHttpHeaders, requestId: string, token: string): IncomingHttpHeaders {
  const passed: IncomingHttpHeaders = { 'x-request-id': requestId, [identityHeader]: token }
  for (const name in headers) if (!stripped.has(name)) passed[name] = headers[name]
  if (headers[elevenLabsKeyHeader] !== undefined) passed[elevenLabsKeyHeader] = ''
  const traceparent = currentTraceparent()
  if (traceparent) passed.traceparent = traceparent
  return passed
}
