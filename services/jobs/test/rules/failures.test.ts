import { expect, test } from 'vitest'
import { failureKey, topFailures } from '../../src/domain/job/failures.ts'

const failed = (jobs: number, error = 'No') => ({ jobs, error })

test('reasons are summed up over the hours, the most frequent first, with their latest sentence', () => {
  expect(
    topFailures([
      { timed_out: failed(2), invalid_voice: failed(1, 'As it was') },
      { invalid_voice: failed(4, 'As it is') },
    ]),
  ).toEqual([
    { code: 'invalid_voice', error: 'As it is', jobs: 5 },
    { code: 'timed_out', error: 'No', jobs: 2 },
  ])
})

test('five reasons are shown, and of two as frequent always the same one first', () => {
  const failures = Object.fromEntries(['f', 'e', 'd', 'c', 'b', 'a'].map((code) => [code, failed(1)]))
  expect(topFailures([failures]).map(({ code }) => code)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('cancelling is no fault: it stands after all reasons, however often it was done', () => {
  const failures = { cancelled: failed(90, 'Cancelled'), timed_out: failed(1) }
  expect(topFailures([failures]).map(({ code }) => code)).toEqual(['timed_out', 'cancelled'])
})

test.each([
  ['invalid_voice', 'invalid_voice'],
  ['content.filter', 'other'],
  ['$where', 'other'],
  ['__proto__', 'other'],
  ['', 'other'],
  [undefined, 'other'],
  ['a'.repeat(51), 'other'],
])('the code %s is counted as %s', (code, key) => {
  expect(failureKey(code)).toBe(key)
})
