import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

const maxDroppedBytes = 32 * 1024 * 1024
const maxMs = 5_000

/**
 * An `onSend` hook: the rest of a body that was refused is read to some bound and dropped. Closed at once, the connection would break under a client that
 * is still writing, before it has read why.
 */
export function dropRestOfBody(
  request: FastifyRequest,
  reply: FastifyReply,
  _payload: unknown,
  done: () => void,
): void {
  // A client that is too slow is not waited for any longer.
  if (reply.statusCode >= 400 && reply.statusCode !== 408 && request.raw.complete === false) {
    reply.removeHeader('connection')
    dropRest(request.raw)
  }
  done()
}

const dropping = new WeakSet<IncomingMessage>()

/** Reads the rest of a body to the same bound; said twice of a request it is done once. */
export function dropRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed || dropping.has(request)) return
  dropping.add(request)
  let dropped = 0
  const timer = setTimeout(() => request.destroy(), maxMs)
  for (const event of ['end', 'close']) request.once(event, () => clearTimeout(timer))
  request.on('data', (chunk: Buffer) => {
    dropped += chunk.length
    if (dropped > maxDroppedBytes) request.destroy()
  })
  request.resume()
}
