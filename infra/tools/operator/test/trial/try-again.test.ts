import { register } from 'prom-client'
import { expect, test } from 'vitest'
import { createTrialMetrics } from '../../src/trial/trial-metrics.ts'
import { tryAgainAndAgain } from '../../src/trial/try-again.ts'
import type { Trial } from '../../src/trial/try-job.ts'

const metrics = createTrialMetrics()

test('one trial follows the other until they are stopped, and each is counted', async () => {
  const stop = new AbortController()
  const outcomes: Trial['outcome'][] = ['completed', 'late', 'completed']
  const told: string[] = []
  await tryAgainAndAgain(async () => ({ outcome: outcomes[told.length] ?? 'failed', seconds: told.length }), {
    ...{ everyMs: 5, metrics, signal: stop.signal },
    tell({ outcome }) {
      if (told.push(outcome) === outcomes.length) stop.abort()
    },
  })
  expect(told).toEqual(outcomes)
  const text = await register.metrics()
  expect(text).toContain('trial_jobs_total{outcome="completed"} 2')
  expect(text).toContain('trial_jobs_total{outcome="late"} 1')
  expect(text).toContain('trial_jobs_total{outcome="refused"} 0')
  expect(text).toContain('trial_job_seconds 2')
})

test('the next trial waits for its interval, and the wait ends when they are stopped', async () => {
  const stop = new AbortController()
  let trials = 0
  const attempt = async (): Promise<Trial> => ({ outcome: 'completed', seconds: trials++ })
  await tryAgainAndAgain(attempt, {
    everyMs: 600_000,
    metrics,
    tell: () => setImmediate(() => stop.abort()),
    signal: stop.signal,
  })
  expect(trials).toBe(1)
})
