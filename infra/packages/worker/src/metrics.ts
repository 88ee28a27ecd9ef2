import type { Lane } from '@utter/contracts/event'
import { Counter, Histogram } from 'prom-client'

const waiting = new Histogram({
  name: 'step_wait_seconds',
  help: 'Time from the request of a step to the slot of a worker, by its lane: the age of the queue',
  labelNames: ['stage', 'lane'],
  buckets: [0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 300],
})
const working = new Histogram({
  name: 'step_duration_seconds',
  help: 'Time of a worker with a step, by what became of it',
  labelNames: ['stage', 'outcome'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 40, 60, 120],
})
const attempts = new Counter({
  name: 'vendor_attempts_total',
  help: 'Calls to the vendor of a stage: answered, refused for good, failed for the moment, or ended by a fault of ours',
  labelNames: ['stage', 'outcome'],
})

export type AttemptOutcome = 'answered' | 'refused' | 'transient' | 'fault'

export const measureWait = (stage: string, lane: Lane, ms: number): void =>
  waiting.observe({ stage, lane }, Math.max(0, ms) / 1_000)
export const measureStep = (stage: string, outcome: 'done' | 'failed' | 'postponed' | 'aborted', ms: number): void =>
  working.observe({ stage, outcome }, ms / 1_000)
export const countAttempt = (stage: string, outcome: AttemptOutcome): void => attempts.inc({ stage, outcome })
