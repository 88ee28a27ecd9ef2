import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import { type Problem, unavailable } from './problem.ts'

const refused = new Counter({
  name: 'requests_refused_total',
  help: 'What was refused because too much of its kind was under way',
  labelNames: ['kind'],
})

/** A 503, counted. */
export function refusedAsBusy(kind: string): Problem {
  refused.inc({ kind })
  return unavailable()
}

/**
 * An `onRequest` hook that refuses by 503 what comes while so many are under way, before anything is done for it: past what
 * a process can take, a longer queue only makes everybody wait.
 */
export function atOnce(kind: string, most: number) {
  let underWay = 0
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (underWay >= most) throw refusedAsBusy(kind)
    underWay++
    // Comes once, however the answer ended.
    reply.raw.once('close', () => {
      underWay--
    })
  }
}
