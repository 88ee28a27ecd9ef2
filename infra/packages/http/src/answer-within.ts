import type { FastifyReply, FastifyRequest } from 'fastify'
import { away } from './problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Milliseconds for the answer, where it is not the server's own time. */
    answerWithinMs?: number
  }
}

/**
 * An `onRequest` hook: what has no answer by then gets a 503; the handler's work goes on unheard. (Fastify's own `handlerTimeout`
 * is called off as soon as a body has been read.)
 */
export const answerWithin =
  (usualMs: number) =>
  (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const timer = setTimeout(() => {
      if (!reply.sent) reply.send(away())
    }, request.routeOptions.config.answerWithinMs ?? usualMs)
    reply.raw.once('close', () => clearTimeout(timer))
    done()
  }
