import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import { type Problem, tooManyAtOnce, unavailable } from '../problem.ts'

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
  /** @returns to be called when the answer has ended. @throws Problem 503 at the limit */
  const enter = (): (() => void) => {
    check()
    inFlight++
    return () => {
      inFlight--
    }
  }
  return {
    check,
    enter,
    /** Counts an answer until it has ended in any way. @throws Problem 503 at the limit */
    take: (reply: FastifyReply): void => releaseWith(reply, enter()),
  }
}

/** A limit on the answers of one kind in flight of each sender: an account, an address. */
export function createLimitBySender(kind: string, max: number) {
  const counts = new Map<string, number>()
  /** @throws Problem 429 when `max` are in flight */
  const check = (sender: string): void => {
    if ((counts.get(sender) ?? 0) < max) return
    countRefused(kind)
    throw tooManyAtOnce()
  }
  /** @returns to be called when the answer has ended. @throws Problem 429 when `max` are in flight */
  const enter = (sender: string): (() => void) => {
    check(sender)
    counts.set(sender, (counts.get(sender) ?? 0) + 1)
    return () => {
      const left = (counts.get(sender) ?? 1) - 1
      if (left > 0) counts.set(sender, left)
      else counts.delete(sender)
    }
  }
  return {
    check,
    enter,
    /** Counts an answer until it has ended in any way. @throws Problem 429 when `max` are in flight */
    take: (sender: string, reply: FastifyReply): void => releaseWith(reply, enter(sender)),
  }
}
export type LimitBySender = Pick<ReturnType<typeof createLimitBySender>, 'take'>

/**
 * A limit on the answers of one kind in flight, with a share of it for each account: one that waits for its own receivers, or reads slowly,
 * leaves the rest to others.
 */
export function createSharedLimit(kind: string, { max, perAccount }: { max: number; perAccount: number }) {
  const all = createInFlightLimit(kind, max)
  const shares = createLimitBySender(kind, perAccount)
  return {
    /** Counts an answer until it has ended in any way. @throws Problem 429 at the account's share, 503 at the limit of all */
    take(account: string, reply: FastifyReply): void {
      shares.check(account)
      // A single listener for both: Node warns of an answer with more than ten.
      const leave = [all.enter(), shares.enter(account)]
      releaseWith(reply, () => {
        for (const one of leave) one()
      })
    },
  }
}

/** Calls `release` once the answer has ended; at once when it has already, since `close` is not emitted again. */
export function releaseWith(reply: FastifyReply, release: () => void): void {
  if (reply.raw.closed) release()
  else reply.raw.on('close', release)
}

/** An `onRequest` hook that refuses requests past `max` in flight by 503, before anything is done for them. */
export function limitInFlight(kind: string, max: number) {
  const limit = createInFlightLimit(kind, max)
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => limit.take(reply)
}
