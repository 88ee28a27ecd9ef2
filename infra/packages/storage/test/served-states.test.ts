import type { ServedState } from '@utter/contracts/http/status/served'
import { expect, test } from 'vitest'
import { partOf, type ServedCounts, type ServedDay, slotOf, stateOf } from '../src/served/served-states.ts'

const good = { served: 10, failed: 0 }
const now = Date.parse('2026-03-20T12:34:00.000Z')
const today = '2026-03-20'

/** The slots from one to another, all the same. */
const slots = (from: number, to: number, counts: ServedCounts = good) =>
  Object.fromEntries(Array.from({ length: to - from + 1 }, (_, index) => [from + index, counts]))
const day = (name: string, written: ServedDay['slots']): ServedDay => ({ day: name, slots: written })
const present = slotOf(now)

test.each([
  [0, 0, 'operational'],
  [1_000, 2, 'operational'],
  [1_000, 10, 'operational'],
  [90, 10, 'degraded'],
  [10, 9, 'degraded'],
  [3, 3, 'down'],
  [0, 2, 'operational'],
  [0, 100, 'down'],
] as [number, number, ServedState][])('%i served and %i not is %s', (served, failed, state) => {
  expect(stateOf({ served, failed })).toBe(state)
})

test('a platform that has served without a gap was up all the time, and nothing is said of the time before it', () => {
  const part = partOf('voices', [day('2026-03-19', slots(60, 143)), day(today, slots(0, present))], now)
  expect(part).toMatchObject({ part: 'voices', now: 'operational', uptimeOfDay: 100, uptime: 100 })
  expect(part.hours).toHaveLength(24)
  expect(part.days).toHaveLength(90)
  expect(part.days[0]).toEqual({ day: '2025-12-21', state: 'unknown', uptime: null })
  expect(part.days.slice(-3)).toEqual([
    { day: '2026-03-18', state: 'unknown', uptime: null },
    { day: '2026-03-19', state: 'operational', uptime: 100 },
    { day: '2026-03-20', state: 'operational', uptime: 100 },
  ])
  expect(part.hours.at(0)).toEqual({ startsAt: '2026-03-19T13:00:00.000Z', state: 'operational' })
  expect(part.hours.at(-1)).toEqual({ startsAt: '2026-03-20T12:00:00.000Z', state: 'operational' })
})

test('slots in which no process wrote are down, and are taken off the uptime', () => {
  const written = slots(0, present)
  for (const gap of [10, 11, 12]) delete written[gap]
  const part = partOf('streams', [day(today, written)], now)
  expect(part.days.at(-1)).toEqual({ day: today, state: 'down', uptime: Math.floor(((75 - 2) / 76) * 10_000) / 100 })
  expect(part.hours.filter(({ state }) => state === 'down').map(({ startsAt }) => startsAt)).toEqual([
    '2026-03-20T01:00:00.000Z',
    '2026-03-20T02:00:00.000Z',
  ])
})

test('a degraded slot colours its hour and its day, and is no time down', () => {
  const part = partOf('submissions', [day(today, { ...slots(0, present), 30: { served: 90, failed: 10 } })], now)
  expect(part.days.at(-1)).toEqual({ day: today, state: 'degraded', uptime: 100 })
  expect(part.now).toBe('operational')
})

test('a slot that has just begun says nothing yet: the one before does', () => {
  const failing = { served: 0, failed: 50 }
  const before = { ...slots(0, present - 1), [present - 1]: failing }
  expect(partOf('voices', [day(today, before)], now).now).toBe('down')
  expect(partOf('voices', [day(today, { ...before, [present]: good })], now).now).toBe('operational')
})

test('the uptime of 90 days is rounded down: a single slot of them leaves no 100', () => {
  const days = Array.from({ length: 91 }, (_, index) =>
    day(new Date(now - index * 86_400_000).toISOString().slice(0, 10), slots(0, index === 0 ? present : 143)),
  )
  delete days[50]?.slots[7]
  const part = partOf('webhooks', days, now)
  expect(part.uptime).toBe(99.99)
  expect(part.uptimeOfDay).toBe(100)
})
