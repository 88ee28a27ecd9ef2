import { afterEach, expect, test, vi } from 'vitest'
import { readCookie, writeCookie } from '../../src/lib/browser/cookies.ts'
import { randomId } from '../../src/lib/browser/random-id.ts'
import { counted } from '../../src/lib/format/counted.ts'
import { clock, daysOf, timeAgo } from '../../src/lib/format/times.ts'
import { backoffMs } from '../../src/lib/server/backoff.ts'
import { HttpError, isUnauthorized, isUnavailable, sentenceOf } from '../../src/lib/server/http.ts'
import { throttle } from '../../src/lib/throttle.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test.each([
  [0, '0 tries'],
  [1, '1 try'],
  [12_480, '12,480 tries'],
])('%d is counted as %s', (count, text) => {
  expect(counted(count, 'try', 'tries')).toBe(text)
})

test.each([
  [-5, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [3_599, '59 minutes ago'],
  [3_600, '1 hour ago'],
  [86_399, '23 hours ago'],
  [86_400, '1 day ago'],
  [200_000, '2 days ago'],
])('%d s ago is %s', (seconds, text) => {
  const now = Date.parse('2026-03-20T12:00:00Z')
  expect(timeAgo(new Date(now - seconds * 1_000).toISOString(), now)).toBe(text)
})

test.each([
  [12.9, '0:12'],
  [-3, '0:00'],
  [Number.NaN, '0:00'],
  [Number.POSITIVE_INFINITY, '0:00'],
  [605, '10:05'],
  [3_599, '59:59'],
  [3_600, '1:00:00'],
  [3_909, '1:05:09'],
])('%d s on a clock are %s', (seconds, text) => {
  expect(clock(seconds)).toBe(text)
})

test('a month is from its first to its last day', () => {
  expect(daysOf('2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z')).toBe('Nov 1 – Nov 30')
})

test.each([
  [0, 1_000],
  [1, 2_000],
  [4, 16_000],
  [5, 30_000],
  [9, 30_000],
])('before try %i the pause is anywhere below %i ms', (tries, ms) => {
  expect([backoffMs(tries, () => 1), backoffMs(tries, () => 0.5), backoffMs(tries, () => 0)]).toEqual([ms, ms / 2, 0])
})

test.each([
  [null, undefined],
  ['', undefined],
  ['0', undefined],
  ['-1', undefined],
  ['soon', undefined],
  ['0.2', 1],
  ['12', 12],
])('a wait of %j is %j seconds', (retryAfter, seconds) => {
  expect(new HttpError(429, '', 'Too Many Requests', retryAfter).retryAfterSeconds).toBe(seconds)
})

const refused = (code: string, status = 401) =>
  new HttpError(status, JSON.stringify({ error: 'Refused', code, requestId: 'r-1' }), '')
test.each<[string, unknown, boolean, boolean, string]>([
  ['an ended session', refused('unauthorized'), true, false, 'Refused'],
  ['a refusal without a body', new HttpError(401, '', 'Unauthorized'), true, false, 'fallback'],
  ['a wrong login', refused('invalid_login'), false, false, 'Refused'],
  ['a wrong password', refused('invalid_password'), false, false, 'Refused'],
  ['a missing right', refused('forbidden', 403), false, false, 'Refused'],
  ['a fault of the server', refused('unavailable', 500), false, true, 'Refused'],
  ['a network that is down', new TypeError('failed to fetch'), false, true, 'The server cannot be reached'],
  ['a fault of the page', new Error('no'), false, false, 'fallback'],
])('%s is told apart from other failures', (_name, error, isEnd, isAway, sentence) => {
  expect([isUnauthorized(error), isUnavailable(error), sentenceOf(error, 'fallback')]).toEqual([
    isEnd,
    isAway,
    sentence,
  ])
})

test('a cookie is read by its whole name', () => {
  writeCookie('first', 'a=b', 60)
  writeCookie('second', 'c', 60)
  expect(['first', 'second', 'sec', 'third'].map(readCookie)).toEqual(['a=b', 'c', undefined, undefined])
})

test.each(['with', 'without'])('a random id is a UUID of version 4 %s the browser’s own', (own) => {
  const getRandomValues = (bytes: Uint8Array) => bytes.fill(255)
  vi.stubGlobal('crypto', own === 'with' ? { randomUUID: () => 'own' } : { getRandomValues })
  expect(randomId()).toBe(own === 'with' ? 'own' : 'ffffffff-ffff-4fff-bfff-ffffffffffff')
})

test('a throttled call runs at once, and what is called in its pause once at the end of it', () => {
  vi.useFakeTimers()
  const run = vi.fn()
  const { call, cancel } = throttle(run, 1_000)
  const runsAfter = (ms: number) => {
    vi.advanceTimersByTime(ms)
    return run.mock.calls.length
  }
  call()
  call()
  call()
  expect([runsAfter(999), runsAfter(1), runsAfter(5_000)]).toEqual([1, 2, 2])
  call()
  call()
  cancel()
  expect(runsAfter(5_000)).toBe(3)
  call()
  expect(runsAfter(5_000)).toBe(4)
})
