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

export const countDeliveryAttempt = (outcome: string): void => tries.inc({ outcome })
export const countStopped = (): void => stopped.inc()
export function measureDue(count: number, oldestMs: number): void {
  due.set(count)
  oldestDue.set(oldestMs / 1_000)
}
