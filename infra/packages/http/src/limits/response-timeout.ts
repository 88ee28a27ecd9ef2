import type { FastifyReply, FastifyRequest } from 'fastify'
import { serviceUnavailable } from '../problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Milliseconds for the answer, where they differ from the server's; infinite for a stream. */
    responseTimeoutMs?: number
  }
}

/**
 * An `onRequest` hook that answers with a 503 when the handler takes too long; its work goes on, and its outcome is dropped. (Fastify's own
 * `handlerTimeout` is cancelled as soon as a body has been read.)
 */
export const responseTimeout =
  (usualMs: number) =>
  (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const limitMs = request.routeOptions.config.responseTimeoutMs ?? usualMs
    // A stream's: a timer of Node's would end at once.
    if (Number.isFinite(limitMs)) {
      const timer = setTimeout(() => {
        if (!reply.sent) reply.send(serviceUnavailable())
      }, limitMs)
      reply.raw.once('close', () => clearTimeout(timer))
    }
    done()
  }
