import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import { type Problem, unavailable } from '../problem.ts'

const refused = new Counter({
  name: 'requests_refused_total',
  help: 'What was refused because too much of its kind was in flight',
  labelNames: ['kind'],
})

export const countRefused = (kind: string): void => refused.inc({ kind })

/** A 503, counted. */
export function refusedAsBusy(kind: string): Problem {
  countRefused(kind)
  return unavailable()
}

/** A limit on the answers of one kind in flight; past a process's capacity a queue only makes every request slow. */
export function createInFlightLimit(kind: string, max: number) {
  let inFlight = 0
  /** @throws Problem 503 at the limit */
  const check = (): void => {
    if (inFlight >= max) throw refusedAsBusy(kind)
  }
  return {
    check,
    /** Counts an answer until it has ended in any way. @throws Problem 503 at the limit */
    take(reply: FastifyReply): void {
      check()
      inFlight++
      releaseWith(reply, () => {
        inFlight--
      })
    },
  }
}

/** Calls `release` once the answer has ended; at once when it has already, since `close` is not emitted again. */
export function releaseWith(reply: FastifyReply, release: () => void): void {
  if (reply.raw.closed) release()
  else reply.raw.once('close', release)
}

/** An `onRequest` hook that refuses requests past `max` in flight by 503, before anything is done for them. */
export function limitInFlight(kind: string, max: number) {
  const limit = createInFlightLimit(kind, max)
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => limit.take(reply)
}
