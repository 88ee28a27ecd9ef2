import { PassThrough, Readable } from 'node:stream'
import { checkBodyHeaders } from '@utter/http/bodies'
import { Problem } from '@utter/http/problem'
import type { FastifyRequest } from 'fastify'

/** Bytes of a refused body that are still read, so that a client that is writing gets the refusal, not a broken connection. */
const maxDrainedBytes = 32 * 1024 * 1024
const drainLimitMs = 5_000

/**
 * A body as it goes on to its service, at the pace of both. A service that answers before its end closes this one, and not the client's connection; the
 * rest is read to some bound, and dropped.
 * @returns null for a request without a body
 * @throws Problem 413 where its length is declared, and too much; 415 for a coded one
 */
export function streamBody({ body, headers, raw }: FastifyRequest, maxBytes: number, contentType?: string) {
  const length = headers['content-length']
  if (!(body instanceof Readable) || (headers['transfer-encoding'] === undefined && !(Number(length) > 0))) return null
  if (Number(length) > maxBytes)
    throw new Problem(413, 'body_too_large', 'The request body is too large', { headers: { connection: 'close' } })
  checkBodyHeaders(headers, contentType)
  const passed = new PassThrough()
  body.pipe(passed)
  passed.once('close', () => {
    if (body.readableEnded || body.destroyed) return
    let dropped = 0
    const timer = setTimeout(() => raw.destroy(), drainLimitMs)
    body.once('close', () => clearTimeout(timer))
    body.on('data', (chunk: Buffer) => {
      dropped += chunk.length
      if (dropped > maxDrainedBytes) raw.destroy()
    })
    body.resume()
  })
  body.once('close', () => {
    if (!body.readableEnded) passed.destroy()
  })
  return passed
}
