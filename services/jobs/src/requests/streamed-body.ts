import type { Readable } from 'node:stream'
import { maxVerifiedBytes } from '@utter/contracts/http/provenance/verify'
import { Problem } from '@utter/http/problem'

/** Longest pause of a sender, in ms. */
const usualStallMs = 10_000

const close = { headers: { connection: 'close' } }
const tooLarge = () => new Problem(413, 'body_too_large', 'The request body is too large', close)
const tooSlow = () => new Problem(408, 'body_timeout', 'The request body did not arrive in time', close)

/**
 * A body as it comes: nothing of it is kept, and a refusal leaves its connection open for the answer.
 * @throws Problem 408 when nothing of it comes for `stallMs`, 413 past `maxBytes`
 */
export async function* bytesAsTheyCome(
  body: Readable,
  { stallMs = usualStallMs, maxBytes = maxVerifiedBytes } = {},
): AsyncGenerator<Buffer> {
  const chunks = body.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]()
  let bytes = 0
  for (;;) {
    const stalled = Promise.withResolvers<never>()
    const timer = setTimeout(() => stalled.reject(tooSlow()), stallMs)
    const next = chunks.next()
    // Its end is of no interest any more, once it is late.
    next.catch(() => {})
    const { value, done } = await Promise.race([next, stalled.promise]).finally(() => clearTimeout(timer))
    if (done) return
    bytes += value.length
    if (bytes > maxBytes) throw tooLarge()
    yield value
  }
}
