import { Counter, Gauge } from 'prom-client'

const tries = new Counter({
  name: 'webhook_tries_total',
  help: 'Tries of webhooks, by what became of the delivery: delivered, failed for good, pending again',
  labelNames: ['outcome'],
})
const stopped = new Counter({
  name: 'webhook_deliveries_stopped_total',
  help: 'Deliveries that were given up untried: no plan, no webhook, no job',
})
const due = new Gauge({ name: 'webhook_deliveries_due', help: 'Deliveries that wait for their try, up to 10,000' })
const oldestDue = new Gauge({ name: 'webhook_oldest_due_seconds', help: 'How long the first of them has been due' })

/** Times in ms: a delivery is left lying that has been due for so long while no try has ended for so long. Slow receivers alone are tried all the time. */
const leftLying = { dueMs: 60_000, idleMs: 30_000 }
let lastTryAt = performance.now()
let looksInVain = 0

/** Tries that were made, whatever the receiver answered, and looks that found deliveries left lying, for the status page. */
export async function countedTries(): Promise<{ served: number; failed: number }> {
  const { values } = await tries.get()
  return { served: values.reduce((sum, { value }) => sum + value, 0), failed: looksInVain }
}

export function countDeliveryAttempt(outcome: string): void {
  lastTryAt = performance.now()
  tries.inc({ outcome })
}
export const countStopped = (): void => stopped.inc()
export function measureDue(count: number, oldestMs: number): void {
  due.set(count)
  oldestDue.set(oldestMs / 1_000)
  if (oldestMs > leftLying.dueMs && performance.now() - lastTryAt > leftLying.idleMs) looksInVain += 1
}
