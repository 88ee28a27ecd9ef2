import { describe, expect, test } from 'vitest'
import { monthOf } from '../src/period.ts'

describe('the month of an anchor', () => {
  test.each([
    ['2026-01-15T09:00', '2026-03-20T12:00', '2026-03-15T09:00', '2026-04-15T09:00'],
    ['2026-01-15T09:00', '2026-03-15T09:00', '2026-03-15T09:00', '2026-04-15T09:00'],
    ['2026-01-15T09:00', '2026-03-15T08:59', '2026-02-15T09:00', '2026-03-15T09:00'],
    ['2026-01-31T00:00', '2026-02-10T00:00', '2026-01-31T00:00', '2026-02-28T00:00'],
    ['2026-01-31T00:00', '2026-03-01T00:00', '2026-02-28T00:00', '2026-03-31T00:00'],
    ['2028-01-31T00:00', '2028-02-29T00:00', '2028-02-29T00:00', '2028-03-31T00:00'],
    ['2025-12-31T23:59', '2026-01-01T00:00', '2025-12-31T23:59', '2026-01-31T23:59'],
    ['2026-03-20T12:00', '2026-03-20T12:00', '2026-03-20T12:00', '2026-04-20T12:00'],
  ])('%s holds %s from %s to %s', (anchor, at, start, end) => {
    const date = (text: string) => new Date(`${text}:00Z`)
    expect(monthOf(date(anchor), date(at))).toEqual({ start: date(start), end: date(end) })
  })
  test('every moment lies in exactly one month, and they join without a gap', () => {
    const anchor = new Date('2026-01-31T10:30:00Z')
    let { end } = monthOf(anchor, anchor)
    for (let month = 0; month < 48; month++) {
      const next = monthOf(anchor, end)
      expect(next.start).toEqual(end)
      expect(monthOf(anchor, new Date(next.end.getTime() - 1))).toEqual(next)
      end = next.end
    }
  })
})
