import { expect, test } from 'vitest'
import { hourKey, tenMinutesKey } from '../../src/domain/allowance/totals.ts'
import { backdated, recentOf } from '../../src/domain/job/backdated.ts'
import type { Job } from '../../src/domain/job/job.ts'
import { aJob, now } from '../support/a-job.ts'

const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
const ended = (at: Date, more: Partial<Job> = {}) => aJob({ status: 'completed', completedAt: at, ...more })
const failed = (at: Date, error: string | undefined, code = 'timed_out') =>
  ended(at, { status: 'failed', code, ...(error !== undefined && { error }) })

test('all dates of a job are moved by as much, to an earlier time alone', () => {
  const entry = { step: 'submitted', status: 'pending', progress: 0 } as const
  const job = ended(minutes(2), {
    updatedAt: minutes(3),
    audibleAt: minutes(1),
    timeline: [{ ...entry, at: minutes(1) }],
  })
  expect(backdated(job, minutes(-60))).toEqual({
    createdAt: minutes(-60),
    updatedAt: minutes(-57),
    completedAt: minutes(-58),
    audibleAt: minutes(-59),
    timeline: [{ ...entry, at: minutes(-59) }],
  })
  const { completedAt: _, ...open } = job
  expect(backdated(open, minutes(-60))).not.toHaveProperty('completedAt')
  expect(backdated(job, now)).toBeUndefined()
  expect(backdated(job, minutes(1))).toBeUndefined()
})

test('the totals are those of ended jobs, with the latest sentence of each failure', () => {
  const jobs = [
    failed(minutes(-1), 'The last'),
    aJob(),
    ended(minutes(-1)),
    failed(minutes(-2), 'The first'),
    aJob(),
    ended(minutes(-1), { code: 'cancelled' }),
    ended(minutes(-60 * 24 * 3)),
  ]
  const at = minutes(-1)
  expect(recentOf(jobs, now)).toEqual({
    [tenMinutesKey(at)]: { completed: 2, failed: 2 },
    [hourKey(at)]: { completed: 2, failed: 2, failures: { timed_out: { jobs: 2, error: 'The last' } } },
  })
})

test('a failure without a sentence has one, and a long one is cut', () => {
  const errorOf = (error?: string) => recentOf([failed(now, error)], now)[hourKey(now)]?.failures?.timed_out?.error
  expect(errorOf()).toBe('Unknown error')
  expect(errorOf('x'.repeat(300))).toHaveLength(200)
})

test('the error of an expected time is counted by the hour, for a completed job that waited for no other', () => {
  const measured = { expectedMs: 3_000, activeAtOnce: true as const, createdAt: minutes(-1) }
  const at = new Date(minutes(-1).getTime() + 4_500)
  const jobs = [
    ended(at, measured),
    ended(at, { ...measured, createdAt: at }),
    ended(at, { expectedMs: 3_000, createdAt: minutes(-1) }),
    ended(at, { activeAtOnce: true, createdAt: minutes(-1) }),
    failed(at, 'Timed out'),
    ended(at, { ...measured, status: 'failed', code: 'timed_out' }),
  ]
  expect(recentOf(jobs, now)[hourKey(at)]?.estimates).toEqual({ inTime: 1, off: { s2: 1, s3: 1 } })
})
