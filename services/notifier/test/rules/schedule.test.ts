import { expect, test } from 'vitest'
import { maxRetryAfterMs, nextTryAt, retryAfterOf, triesAfterMs } from '../../src/domain/schedule.ts'

const firstAt = new Date('2026-03-20T12:00:00Z')
const after = (ms: number) => new Date(firstAt.getTime() + ms)
const [second, minute, hour] = [1_000, 60_000, 3_600_000]
const elapsedOf = (date: Date | undefined) => date && date.getTime() - firstAt.getTime()

test('the tries are at 0, 5 s, 5 m, 30 m, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h after the first', () => {
  const tries = [0]
  for (let at: Date | undefined = firstAt; at; ) {
    at = nextTryAt({ firstAt, at, now: at }, 0)
    if (at) tries.push(elapsedOf(at) ?? 0)
  }
  const expected = [0, 5 * second, 5 * minute, 30 * minute, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour)]
  expect(tries).toEqual(expected)
})

test('a try is later by at most a tenth of the time since the one before, and never past the next', () => {
  for (const [index, ms] of triesAfterMs.entries()) {
    const before = triesAfterMs[index - 1] ?? 0
    const latest = elapsedOf(nextTryAt({ firstAt, at: after(before), now: after(before) }, 1)) ?? 0
    expect(latest).toBeCloseTo(ms + (ms - before) / 10, 0)
    expect(latest).toBeLessThan(triesAfterMs[index + 1] ?? Number.POSITIVE_INFINITY)
  }
})

test.each([
  ['its try took longer than the pause: the next one follows at once', 0, 15 * second, undefined, 15 * second],
  ['the platform stood still for an hour: what was missed is not made up for', hour, hour, undefined, 2 * hour],
  ['Retry-After is later than the schedule', 0, second, 600 * second, 601 * second],
  ['Retry-After is earlier than the schedule', 6 * second, 6 * second, second, 5 * minute],
  ['Retry-After of a year is one of a day', 0, 0, 365 * 24 * hour, maxRetryAfterMs],
  ['the last try has failed', 24 * hour, 24 * hour, undefined, undefined],
  ['the last try has failed, and asks for another', 25 * hour, 25 * hour, minute, undefined],
])('%s', (_title, at, now, retryAfterMs, expected) => {
  expect(elapsedOf(nextTryAt({ firstAt, at: after(at), now: after(now), retryAfterMs }, 0))).toBe(expected)
})

test.each([
  ['120', 120_000],
  ['0', 0],
  ['Fri, 20 Mar 2026 12:01:00 GMT', 60_000],
  ['Fri, 20 Mar 2026 11:00:00 GMT', 0],
  ['soon', undefined],
  ['-5', 0],
  [undefined, undefined],
])('Retry-After %s', (header, ms) => {
  expect(retryAfterOf(header, firstAt)).toBe(ms)
})
