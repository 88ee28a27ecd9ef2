import { expect, test } from 'vitest'
import type { JobState } from '../../src/domain/job/job.ts'
import { countedUntil, expiresAtOf, forgetAtOf } from '../../src/domain/job/lifetime.ts'
import { aJob } from '../support/a-job.ts'

const at = (text: string) => new Date(text)
const endedAt = at('2026-03-20T12:00:00Z')
const period = at('2026-03-15T09:00:00Z')
const next = at('2026-04-15T09:00:00Z')
const job = (more: Partial<JobState> = {}): JobState => ({
  ...aJob(),
  status: 'deleted',
  completedAt: endedAt,
  call: { period, owed: true },
  ...more,
})
const closed = { period, adjustment: 0, planCalls: 100, balance: 0, bonus: 0, used: 1, isClosed: true }
const counted = { period: next, periodEnd: at('2026-05-15T09:00:00Z'), past: [closed], sums: 1 }
const present = { period, periodEnd: next, sums: 1 }
const now = at('2026-04-20T12:00:00Z')
const inAnHour = at('2026-04-20T13:00:00Z')

test.each([
  [30, at('2026-04-19T12:00:00Z')],
  [180, at('2026-09-16T12:00:00Z')],
  [0, endedAt],
  [null, undefined],
])('a plan of %s days', (retentionDays, expiresAt) => {
  expect(expiresAtOf({ retentionDays }, endedAt)).toEqual(expiresAt)
})

test.each([
  ['one of today', at('2026-03-20T12:00:01Z'), at('2026-03-23T00:00:00Z')],
  ['one of long ago', now, now],
])('%s is first examined when its day has been in the sums for two days, and not before now', (_, given, expected) => {
  expect(forgetAtOf(endedAt, given)).toEqual(expected)
})

test.each<[string, Partial<JobState>, Partial<typeof counted>, Date, Date | undefined]>([
  ['its segment is over and closed', {}, counted, now, undefined],
  ['its segment is gone from those that are over', {}, { ...counted, past: [] }, now, undefined],
  ['its segment is over and still open', {}, { ...counted, past: [{ ...closed, isClosed: false }] }, now, inAnHour],
  ['its segment is the present one', {}, present, at('2026-03-25T00:00:00Z'), next],
  ['its segment should be over, and none has begun', {}, present, now, at('2026-04-21T12:00:00Z')],
  [
    'its day is counted from the jobs',
    {},
    { ...counted, unsummedFrom: at('2026-03-20T00:00:00Z') } as never,
    now,
    inAnHour,
  ],
  ['no day was ever summed', {}, { ...counted, sums: undefined } as never, now, inAnHour],
  ['its day is too recent', {}, counted, at('2026-03-22T23:59:59Z'), at('2026-03-23T00:00:00Z')],
  [
    'the time of its end is not known',
    { completedAt: undefined as never },
    counted,
    at('2026-03-22T23:59:59Z'),
    at('2026-03-23T00:00:00Z'),
  ],
  ['its deletion is not published', { removalSince: now }, counted, now, inAnHour],
  ['it owes no call', { call: { period, owed: false } }, present, now, undefined],
  [
    'it owes no call, and its day is counted from the jobs',
    { call: { period, owed: false } },
    { ...present, unsummedFrom: at('2026-03-20T00:00:00Z') } as never,
    now,
    inAnHour,
  ],
  [
    'it owes no call, and ended on the day on which the present month began',
    { call: { period, owed: false } },
    { ...present, period: at('2026-03-20T18:00:00Z'), monthStart: at('2026-03-20T09:00:00Z') } as never,
    at('2026-03-25T00:00:00Z'),
    next,
  ],
  ['it never had one, and its deletion is not published', { removalSince: now }, present, now, inAnHour],
])('a deleted job, when %s', (_, given, allowance, at, until) => {
  expect(countedUntil(job(given), { ...counted, past: [], ...allowance }, at)).toEqual(until)
})
