import { expect, test } from 'vitest'
import { endOutcomeOf } from '../../src/domain/job/end-outcome.ts'
import type { Job, TimelineStep } from '../../src/domain/job/job.ts'
import { aJob, now } from '../support/a-job.ts'

const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
const activated = (seconds: number): TimelineStep => ({
  ...{ at: after(seconds), step: 'activated', status: 'pending', progress: 0 },
})
const completedAfter = (seconds: number, more: Partial<Job> = {}) =>
  aJob({ status: 'completed', completedAt: after(seconds), expectedMs: 2_000, timeline: [], ...more })

test.each([
  ['a short job that took half a minute', completedAfter(30), 'in-time'],
  ['a short job that took longer', completedAfter(31), 'late'],
  ['a long job that took four times as long as expected', completedAfter(240, { expectedMs: 60_000 }), 'in-time'],
  ['a long job that took longer', completedAfter(241, { expectedMs: 60_000 }), 'late'],
  ['a job without an expected time', completedAfter(31, { expectedMs: 0 }), 'late'],
  ['a job that waited for others of its account', completedAfter(3_600, { timeline: [activated(3_580)] }), 'in-time'],
  ['a job that was late after that', completedAfter(3_600, { timeline: [activated(3_000)] }), 'late'],
  ['a job that timed out', aJob({ status: 'failed', code: 'timed_out' }), 'failed'],
  ['a job whose text was refused', aJob({ status: 'failed', code: 'content_refused', ownFault: true }), 'own-fault'],
  ['a cancelled job', aJob({ status: 'failed', code: 'cancelled' }), 'own-fault'],
  ['a job with a voice that nobody has', aJob({ status: 'failed', code: 'invalid_voice' }), 'own-fault'],
])('%s', (_, job, outcome) => {
  expect(endOutcomeOf(job)).toBe(outcome)
})
