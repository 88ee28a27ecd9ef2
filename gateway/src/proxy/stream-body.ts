import { PassThrough, Readable } from 'node:stream'
import { checkBodyHeaders } from '@utter/http/bodies'
import { dropRest } from '@utter/http/limits/rest-of-body'
import { Problem } from '@utter/http/problem'
import type { FastifyRequest } from 'fastify'

/**
 * A body as it goes on to its service, at the pace of both. A service that answers before its end closes this one, and not the client's connection; the
 * rest is read to some bound, and dropped.
 * @returns null for a request without a body
 * @throws Problem 413 where its length is declared, and too much; 415 for a coded one
 */
export function streamBody({ body, headers, raw }: FastifyRequest, maxBytes: number, contentType?: string) {
  const length = headers['content-length']
  if (!(body instanceof Readable) || (headers['transfer-encoding'] === undefined && !(Number(length) > 0))) return null
  if (Number(length) > maxBytes) throw new Problem(413, 'body_too_large', 'The request body is too large')
  checkBodyHeaders(headers, contentType)
  const passed = new PassThrough()
  body.pipe(passed)
  passed.once('close', () => {
    if (!body.readableEnded) dropRest(raw)
  })
  body.once('close', () => {
    if (!body.readableEnded) passed.destroy()
  })
  return passed
}
