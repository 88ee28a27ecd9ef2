import type { Lane } from '@utter/contracts/event'
import type { FreeDayKind } from '@utter/contracts/free-day'
import type { Stage } from '@utter/contracts/jobs'
import { countAnswers } from '@utter/http/served/answer-counts'
import { Counter, Gauge, Histogram } from 'prom-client'

const submission = new Histogram({
  name: 'submission_duration_seconds',
  help: 'Time of a submission of one job until it was accepted, without the wait that its client may ask for; refusals are left out',
  buckets: [0.05, 0.1, 0.25, 0.5, 1.5, 5],
})

const submissionPaths = ['/api/reply', '/api/tts', '/api/batch', '/api/works', '/api/works/file']
const isSubmission = (method: string, route: string) =>
  method === 'POST' && (submissionPaths.includes(route) || route.startsWith('/v1/'))

/** Answers of this process to requests that bring work, those of other vendors' clients too, for the status page. */
export const countedSubmissions = (): { served: number; failed: number } => countAnswers(isSubmission)

export const measureSubmission = (ms: number): void => submission.observe(ms / 1_000)

const outcomes = ['in-time', 'late', 'failed', 'own-fault'] as const
const ends = new Counter({
  name: 'job_ends_total',
  help: 'Jobs that have ended, but those that had the sound of another: in time, late, failed, or by the account itself',
  labelNames: ['outcome'],
})
// An increase is seen from zero on.
for (const outcome of outcomes) ends.inc({ outcome }, 0)

/** Jobs that have ended in this process, for the status page: in time or late, and failed by no fault of the account. */
export async function countedEnds(): Promise<{ served: number; failed: number }> {
  const { values } = await ends.get()
  const of = (outcome: string) => values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0
  return { served: of('in-time') + of('late'), failed: of('failed') }
}

export const countEnd = (outcome: (typeof outcomes)[number]): void => ends.inc({ outcome })

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
