import { Histogram } from 'prom-client'

const queued = new Histogram({
  name: 'job_queue_seconds',
  help: 'Time of a job in the queue of its account, by plan, where it had to wait for the plan’s concurrency',
  labelNames: ['tier'],
  buckets: [0.5, 1, 2, 5, 10, 30, 60, 300, 900, 3_600],
})

export const measureQueue = (tier: string, ms: number): void => queued.observe({ tier }, Math.max(0, ms) / 1_000)
