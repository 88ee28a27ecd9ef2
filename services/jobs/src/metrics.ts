import type { Lane } from '@utter/contracts/event'
import type { FreeDayKind } from '@utter/contracts/free-day'
import type { Stage } from '@utter/contracts/jobs'
import { Counter, Gauge, Histogram } from 'prom-client'

const queued = new Histogram({
  name: 'job_queue_seconds',
  help: 'Time of a job in the queue of its account, by plan, where it had to wait for the plan’s concurrency',
  labelNames: ['tier'],
  buckets: [0.5, 1, 2, 5, 10, 30, 60, 300, 900, 3_600],
})

export const measureQueue = (tier: string, ms: number): void => queued.observe({ tier }, Math.max(0, ms) / 1_000)

const estimate = new Histogram({
  name: 'job_estimate_ratio',
  help: 'Time that a job took, divided by the time that was expected at its submission: 1 is exact',
  buckets: [0.1, 0.25, 0.5, 0.8, 1.25, 2, 4, 10],
})

export const measureEstimate = (ratio: number): void => estimate.observe(ratio)

const unbegun = new Gauge({
  name: 'job_oldest_unbegun_seconds',
  help: 'Age of the oldest request of a step that no worker has begun, by its lane',
  labelNames: ['stage', 'lane'],
})

export const measureUnbegun = (stage: Stage, lane: Lane, ms: number): void =>
  unbegun.set({ stage, lane }, Math.max(0, ms) / 1_000)

const freeDay = new Gauge({
  name: 'free_day_used_ratio',
  help: 'Part of a day’s characters that all free accounts together have used, by kind: 1 is all',
  labelNames: ['kind'],
})

export const measureFreeDay = (kind: FreeDayKind, ratio: number): void => freeDay.set({ kind }, ratio)

const differences = new Counter({
  name: 'job_call_differences_total',
  help: 'Accounts whose used calls were not those that their jobs owe, when these were counted: the figure was corrected',
})

export const countDifference = (): void => differences.inc()
