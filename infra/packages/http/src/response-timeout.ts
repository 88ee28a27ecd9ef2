import type { FastifyReply, FastifyRequest } from 'fastify'
import { serviceUnavailable } from './problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Milliseconds for the answer, where it is not the server's own time. */
    responseTimeoutMs?: number
  }
}

/**
 * An `onRequest` hook: what has no answer by then gets a 503; the handler's work goes on, and its outcome is dropped. (Fastify's own `handlerTimeout`
 * is called off as soon as a body has been read.)
 */
export const responseTimeout =
  (usualMs: number) =>
  (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const timer = setTimeout(() => {
      if (!reply.sent) reply.send(serviceUnavailable())
    }, request.routeOptions.config.responseTimeoutMs ?? usualMs)
    reply.raw.once('close', () => clearTimeout(timer))
    done()
  }
