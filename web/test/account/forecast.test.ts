import type { UsageView } from '@utter/contracts/http/jobs/usage'
import { planOf, standardPlans } from '@utter/contracts/plans'
import { expect, test } from 'vitest'
import { forecastOf, roughly } from '../../src/features/usage-report/forecast.ts'
import { usageOf } from '../answers/account.ts'

const plan = (name: UsageView['tier']) => planOf(standardPlans, name)
const dayMs = 86_400_000
const today = Date.parse('2026-01-22')
/** The days until today, which has none yet, by their calls. */
const daysOf = (calls: number[], ofToday = 0) =>
  [...calls, ofToday].map((count, index) => ({
    day: new Date(today - (calls.length - index) * dayMs).toISOString().slice(0, 10),
    calls: count,
  }))
const week = (calls: number) => Array<number>(7).fill(calls)
const none = Array<number>(7).fill(0)
const rest = { periodStart: '2026-01-01T00:00:00.000Z', periodEnd: '2026-02-01T00:00:00.000Z' }
const starter = usageOf({ ...rest, tier: 'starter', apiCallsLimit: 5_000, apiCallsUsed: 4_900, spendingLimit: 39 })

test.each([
  ['no call', [...none, ...none]],
  ['six complete days since the first call', [...none, 1, 2, 3, 4, 5, 6]],
])('there is none with %s', (_what, calls) => {
  expect(forecastOf(daysOf(calls), starter, plan('starter'))).toBeUndefined()
})

test('from seven days on the days to come are as the last seven, today among them', () => {
  // Ten days from Jan 22 to Jan 31.
  expect(forecastOf(daysOf([...none, ...week(10)]), starter, plan('starter'))).toEqual({
    ...{ calls: 5_000, cost: 0, by: 'week' },
  })
})

test('what today has is not counted twice, and a day that is busier than usual has no more to come', () => {
  const calls = (ofToday: number) => forecastOf(daysOf(week(10), ofToday), starter, plan('starter'))?.calls
  expect([calls(4), calls(10), calls(50)]).toEqual([4_996, 4_990, 4_990])
})

test('from two weeks on each day is as the same day of the week', () => {
  // Jan 22 is a Thursday, as the first of these is: two Thursdays are to come, today and Jan 29.
  const thursdays = [70, 0, 0, 0, 0, 0, 0]
  const found = forecastOf(daysOf([...thursdays, ...thursdays]), starter, plan('starter'))
  expect(found).toEqual({ calls: 5_040, cost: 1.6, by: 'weekday' })
})

test('a period that ends within a day has a part of it', () => {
  const usage = { ...starter, periodEnd: '2026-01-23T12:00:00.000Z' }
  expect(forecastOf(daysOf(week(10)), usage, plan('starter'))?.calls).toBe(4_915)
})

test('overage is added to what it has cost, and ends at the spending limit', () => {
  const usage = { ...starter, apiCallsUsed: 5_100, overageCallsUsed: 100, overageCost: '4.00' }
  expect(forecastOf(daysOf(week(10)), usage, plan('starter'))).toMatchObject({ calls: 5_200, cost: 8 })
  expect(forecastOf(daysOf(week(1_000)), usage, plan('starter'))).toMatchObject({ cost: 39 })
})

test('where no overage is sold, the calls end at the limit, on a day that is told', () => {
  const free = usageOf({ ...rest, apiCallsUsed: 75 })
  expect(forecastOf(daysOf(week(10)), free, plan('free'))).toEqual({ calls: 100, usedUpOn: '2026-01-24', by: 'week' })
  expect(forecastOf(daysOf(week(1)), free, plan('free'))).toEqual({ calls: 85, by: 'week' })
})

test('an unlimited plan has calls alone', () => {
  const usage = usageOf({ ...rest, tier: 'enterprise', apiCallsLimit: -1, apiCallsUsed: 900 })
  expect(forecastOf(daysOf(week(10)), usage, plan('enterprise'))).toEqual({ calls: 1_000, by: 'week' })
})

test.each([
  [0, 0],
  [7.4, 7],
  [99.6, 100],
  [123, 120],
  [13_449, 13_000],
])('%d is about %d', (value, expected) => {
  expect(roughly(value)).toBe(expected)
})
