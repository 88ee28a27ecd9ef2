import { Readable } from 'node:stream'
import { type ByteRange, isNotModified, rangeOf } from '@utter/http/conditions'
import type { createSharedLimit } from '@utter/http/limits/limit-in-flight'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'

/** Longest pause of a client that reads nothing, in ms: a paused player asks for the rest again. */
const stallMs = 30_000

export type SoundLimit = Pick<ReturnType<typeof createSharedLimit>, 'take'>
type Sent = {
  /** Begins to read a range of its bytes, the last one included. */
  read: (range: ByteRange, signal: AbortSignal) => Readable
  sizeBytes: number
  etag: string
  headers: Record<string, string>
  userId: string
  limit: SoundLimit
}

/**
 * Answers with a file of sound, or a range of it, as fast as the client takes it.
 * @throws Problem 412, 416, 429 and 503
 */
export function sendSound(
  { clock }: Pick<Deps, 'clock'>,
  [request, reply]: [FastifyRequest, FastifyReply],
  { read, sizeBytes, etag, headers, userId, limit }: Sent,
): FastifyReply {
  reply.headers({ ...headers, 'accept-ranges': 'bytes', 'cache-control': 'private, no-cache', etag })
  if (isNotModified(request, { etag })) return reply.code(304).send()
  const only = rangeOf(request, { etag, sizeBytes }, clock.now())
  const { start, end } = only ?? { start: 0, end: sizeBytes - 1 }
  reply.header('content-length', end - start + 1)
  if (only) reply.code(206).header('content-range', `bytes ${start}-${end}/${sizeBytes}`)
  // The body of a HEAD would be read, and dropped.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  limit.take(userId, reply)
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  reply.raw.setTimeout(stallMs, () => reply.raw.destroy())
  return reply.send(read({ start, end }, gone.signal))
}
