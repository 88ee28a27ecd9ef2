import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { limits } from '@utter/contracts/jobs'
import { Problem } from '@utter/http/problem'
import type { FastifyRequest } from 'fastify'

const mostDrainedBytes = 32 * 1024 * 1024
const drainLimitMs = 5_000

/**
 * Bodies over the limit end here. What tells its length is refused by it; what does not is read first, so that a service is
 * never left with half a body. @throws Problem 413
 */
export async function limitBody(request: FastifyRequest): Promise<void> {
  const told = request.headers['content-length']
  if (told !== undefined) {
    if (Number(told) > limits.bodyBytes) await refuse(request, Number(told))
    return
  }
  if (request.headers['transfer-encoding'] === undefined || !(request.body instanceof Readable)) return
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= limits.bodyBytes) chunks.push(chunk)
    else if (size > mostDrainedBytes) break
  }
  if (size > limits.bodyBytes) throw tooLarge()
  request.body = Readable.from([Buffer.concat(chunks)], { objectMode: false })
}

/**
 * The body is read to its end and thrown away before the refusal: who is still writing would otherwise see a broken connection
 * in place of the answer. What is larger by far, or slow, is cut off.
 */
async function refuse(request: FastifyRequest, length: number): Promise<never> {
  if (length <= mostDrainedBytes) {
    request.raw.resume()
    await finished(request.raw, { signal: AbortSignal.timeout(drainLimitMs) }).catch(() => {})
  }
  throw tooLarge()
}

const tooLarge = () =>
  new Problem(413, 'body_too_large', 'The request body is too large', { headers: { connection: 'close' } })
