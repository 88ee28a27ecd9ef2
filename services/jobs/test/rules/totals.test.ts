import { expect, test } from 'vitest'
import { keysOver, lastHours, totalsOfHour } from '../../src/domain/allowance/totals.ts'

const now = new Date('2026-03-20T12:20:00Z')
const bucket = Math.floor(now.getTime() / 600_000)
const hour = Math.floor(now.getTime() / 3_600_000)
const totals = { completed: 1, failed: 0 }

test('what is older than the two hours, and the 24, that are shown is over', () => {
  const keys = (prefix: string, present: number, backs: number[]) => backs.map((back) => `${prefix}${present - back}`)
  const recent = Object.fromEntries(
    [...keys('b', bucket, [0, 11, 12, 13, 4_000]), ...keys('h', hour, [0, 22, 23, 24, 4_000])].map((key) => [
      key,
      totals,
    ]),
  )
  expect(keysOver(recent, now)).toEqual([...keys('b', bucket, [13, 4_000]), ...keys('h', hour, [24, 4_000])])
})

test('the totals of an hour are those of its six buckets', () => {
  const recent = Object.fromEntries(
    [0, 5, 6, 11, 12].map((back) => [`b${bucket - back}`, { completed: 1, failed: back }]),
  )
  expect(totalsOfHour(recent, now)).toEqual({ completed: 2, failed: 5 })
  expect(totalsOfHour(recent, new Date('2026-03-20T11:20:00Z'))).toEqual({ completed: 2, failed: 17 })
})

test('24 hours are shown, each from its beginning in UTC, the running one last; what is older is not', () => {
  const failures = { timed_out: { jobs: 2, error: 'Timed out' } }
  const estimates = { inTime: 2, off: { s1: 3 } }
  const hours = lastHours(
    {
      [`h${hour}`]: { completed: 3, estimates },
      [`h${hour - 23}`]: { failed: 2, failures },
      [`h${hour - 24}`]: totals,
    },
    now,
  )
  const none = { completed: 0, failed: 0, failures: {}, estimates: {} }
  expect(hours).toHaveLength(24)
  expect(hours[0]).toEqual({
    startsAt: new Date('2026-03-19T13:00:00Z'),
    completed: 0,
    failed: 2,
    failures,
    estimates: {},
  })
  expect(hours[22]).toEqual({ startsAt: new Date('2026-03-20T11:00:00Z'), ...none })
  expect(hours[23]).toEqual({
    startsAt: new Date('2026-03-20T12:00:00Z'),
    completed: 3,
    failed: 0,
    failures: {},
    estimates,
  })
})
