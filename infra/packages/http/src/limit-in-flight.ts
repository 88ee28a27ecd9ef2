import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import { type Problem, unavailable } from './problem.ts'

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

export type InFlightLimit = ReturnType<typeof createInFlightLimit>

/** At most so many answers in flight of one kind; past what a process can take, a longer queue only makes everybody wait. */
export function createInFlightLimit(kind: string, max: number) {
  let inFlight = 0
  /** @throws Problem 503 while there is no place */
  const check = (): void => {
    if (inFlight >= max) throw refusedAsBusy(kind)
  }
  return {
    check,
    /** Held until the answer has ended, in whatever way. @throws Problem 503 while there is no place */
    take(reply: FastifyReply): void {
      check()
      inFlight++
      releaseWith(reply, () => {
        inFlight--
      })
    },
  }
}

/** Calls once the answer has ended; at once for a client that has left meanwhile, whose `close` does not come again. */
export function releaseWith(reply: FastifyReply, release: () => void): void {
  if (reply.raw.closed) release()
  else reply.raw.once('close', release)
}

/** An `onRequest` hook that refuses by 503 what comes while so many are in flight, before anything is done for it. */
export function limitInFlight(kind: string, max: number) {
  const places = createInFlightLimit(kind, max)
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => places.take(reply)
}
