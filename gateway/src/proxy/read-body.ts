import { Readable } from 'node:stream'
import { checkBodyHeaders } from '@utter/http/bodies'
import { refusedAsBusy } from '@utter/http/limits/limit-in-flight'
import { Problem } from '@utter/http/problem'
import type { FastifyRequest } from 'fastify'

const maxDrainedBytes = 32 * 1024 * 1024

/**
 * A reader of whole bodies, before their service is called: one that is slow, or is never sent, holds nothing but its own connection.
 * @param limitMs for all of a body
 * @param maxHeldBytes of all bodies that are being gathered
 */
export function createBodyReader(limitMs: number, maxHeldBytes: number) {
  let heldBytes = 0

  function gather(body: Readable, maxBytes: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      let size = 0
      let kept = 0
      const late = () => (size > maxBytes ? tooLarge() : tooSlow())
      const timer = setTimeout(() => end(() => reject(late())), limitMs)
      const onData = (chunk: Buffer) => {
        size += chunk.length
        // Past its limit a body is read on to its end, so that a client that is still writing gets the refusal, not a broken connection.
        if (size > maxDrainedBytes) return end(() => reject(tooLarge()))
        if (size > maxBytes) return
        if (heldBytes + chunk.length > maxHeldBytes) return end(() => reject(refusedAsBusy('bodies')))
        chunks.push(chunk)
        kept += chunk.length
        heldBytes += chunk.length
      }
      const onEnd = () => end(() => (size > maxBytes ? reject(tooLarge()) : resolve(Buffer.concat(chunks, size))))
      const onLost = () => end(() => reject(tooSlow()))
      const end = (settle: () => void) => {
        clearTimeout(timer)
        heldBytes -= kept
        body.off('data', onData).off('end', onEnd).off('error', onLost).off('close', onLost)
        settle()
      }
      body.on('data', onData).on('end', onEnd).on('error', onLost).on('close', onLost)
    })
  }

  /**
   * The body, or null for a request without one.
   * @throws Problem 408 when it is late, 413 when it is too long, 415 when its content type, charset or coding is another, 503 when the
   * bodies being read hold too much
   */
  return async (request: FastifyRequest, maxBytes: number, contentType?: string): Promise<Buffer | null> => {
    const { headers, body } = request
    const length = headers['content-length']
    const isChunked = headers['transfer-encoding'] !== undefined
    if (!(body instanceof Readable) || (!isChunked && (length === undefined || Number(length) === 0))) return null
    if (!isChunked && Number(length) > maxBytes) throw tooLarge()
    if (!isChunked) checkBodyHeaders(headers, contentType)
    const bytes = await gather(body, maxBytes)
    if (bytes.length === 0) return null
    if (isChunked) checkBodyHeaders(headers, contentType)
    return bytes
  }
}

const close = { headers: { connection: 'close' } }
const tooLarge = () => new Problem(413, 'body_too_large', 'The request body is too large', close)
const tooSlow = () => new Problem(408, 'body_timeout', 'The request body did not arrive in time', close)
