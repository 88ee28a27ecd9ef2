import { setTimeout as pause } from 'node:timers/promises'
import type { RetryingCustomer } from '@utter/testing/customers/retrying-customer'

const paths = ['/api/tts', '/api/reply'] as const
/** A submission may have to wait for processes that were killed one after the other. */
const acceptedWithinMs = 120_000

/** Jobs a second that this machine completes: a few accounts have some active all the time. */
export async function measureRate(customers: RetryingCustomer[], ms: number): Promise<number> {
  const untilMs = Date.now() + ms
  let completed = 0
  const one = async (careful: RetryingCustomer, at: number) => {
    while (Date.now() < untilMs) {
      const id = await careful.submitOne(paths[at % 2] ?? '/api/tts', 'Yes.')
      await careful.customer.finished(id)
      if (Date.now() < untilMs) completed++
    }
  }
  await Promise.all(customers.flatMap((careful, at) => [one(careful, at), one(careful, at + 1)]))
  return completed / (ms / 1_000)
}

/** Submits at a steady rate, one account after the other, without waiting for answers. */
export function startLoad(customers: RetryingCustomer[], perSecond: number) {
  const stop = new AbortController()
  const underWay: Promise<unknown>[] = []
  const running = (async () => {
    for (let at = 0; !stop.signal.aborted; at++) {
      const careful = customers[at % customers.length]
      const path = paths[Math.floor(at / customers.length) % 2]
      if (careful && path) underWay.push(careful.submit(path, 'Say something short.', acceptedWithinMs))
      await pause(1_000 / perSecond, undefined, { signal: stop.signal }).catch(() => {})
    }
  })()
  return {
    /** Resolves when the last submission was accepted; rejects when one was not. */
    async stop(): Promise<number> {
      stop.abort()
      await running
      await Promise.all(underWay)
      return underWay.length
    },
  }
}
