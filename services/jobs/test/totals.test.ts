import { expect, test } from 'vitest'
import { keysOver, totalsOfHour } from '../src/domain/totals.ts'

const now = new Date('2026-03-20T12:00:00Z')

test('what is older than the two hours that are shown is over', () => {
  const bucket = Math.floor(now.getTime() / 600_000)
  const recent = Object.fromEntries(
    [0, 11, 12, 13, 4_000].map((back) => [`b${bucket - back}`, { completed: 1, failed: 0 }]),
  )
  expect(keysOver(recent, now)).toEqual([`b${bucket - 13}`, `b${bucket - 4_000}`])
})

test('the totals of an hour are those of its six buckets', () => {
  const bucket = Math.floor(now.getTime() / 600_000)
  const recent = Object.fromEntries(
    [0, 5, 6, 11, 12].map((back) => [`b${bucket - back}`, { completed: 1, failed: back }]),
  )
  expect(totalsOfHour(recent, now)).toEqual({ completed: 2, failed: 5 })
  expect(totalsOfHour(recent, new Date('2026-03-20T11:00:00Z'))).toEqual({ completed: 2, failed: 17 })
})
