import { setTimeout as sleep } from 'node:timers/promises'
import { createLatency, type Latency } from '../measure/latency.ts'

export type OpenLoop = {
  /** Calls a second, evenly spaced. */
  perSecond: number
  seconds: number
  /** Time after the last call; a call without an answer by then counts as lost. */
  patienceMs?: number
}
export type Sent = Latency & {
  sent: number
  failed: number
  /** From the last call to the last answer: a queue that had gathered takes long. */
  drainMs: number
}

/**
 * Sends calls at their times, whether or not earlier ones were answered, so that a server's pause shows in every call
 * of that time. Each is timed from the moment that it is sent: a late timer is ours, not the server's.
 * @param call may return its end by `performance.now()`; else it is the moment in which it resolves
 */
export async function openLoop(
  { perSecond, seconds, patienceMs = 10_000 }: OpenLoop,
  call: () => Promise<number | undefined>,
): Promise<Sent> {
  const latency = createLatency()
  const total = Math.round(perSecond * seconds)
  let sent = 0
  let failed = 0
  const inFlight = new Set<Promise<void>>()
  const one = async () => {
    const startMs = performance.now()
    try {
      const endMs = await call()
      latency.add((endMs ?? performance.now()) - startMs)
    } catch {
      failed += 1
    }
  }
  const startMs = performance.now()
  while (sent < total) {
    const due = Math.min(total, Math.floor(((performance.now() - startMs) / 1_000) * perSecond) + 1)
    for (; sent < due; sent += 1) {
      const promise: Promise<void> = one().finally(() => inFlight.delete(promise))
      inFlight.add(promise)
    }
    await sleep(1)
  }
  const lastSentMs = performance.now()
  await Promise.race([Promise.all(inFlight), sleep(patienceMs, undefined, { ref: false })])
  return { ...latency.read(), sent, failed: failed + inFlight.size, drainMs: performance.now() - lastSentMs }
}
