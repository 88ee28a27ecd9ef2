import { inSpan, traceparentOf } from '@utter/telemetry/trace'
import type { Delivery } from '../domain/delivery.ts'
import { isSuccess, type Send } from './send.ts'

/** A send with its span, in the trace of the delivery's job. Only the address's host is in it: paths carry secrets. */
export const tracedSend =
  (send: Send, { traceId, spanId, attempted }: Pick<Delivery, 'traceId' | 'spanId' | 'attempted'>): Send =>
  (url, headers, body) =>
    inSpan(
      'send webhook',
      {
        kind: 'client',
        traceparent: traceId && traceparentOf(traceId, spanId),
        attributes: {
          'http.request.method': 'POST',
          'http.request.resend_count': attempted,
          'server.address': new URL(url).hostname,
        },
      },
      async (span) => {
        const sent = await send(url, headers, body)
        if (sent.status !== null) span.set({ 'http.response.status_code': sent.status })
        if (!isSuccess(sent.status)) span.fail({ code: String(sent.status ?? 'no_answer') })
        return sent
      },
    )
