import { expect, test } from 'vitest'
import { estimateErrorOf, estimatesOf, withError } from '../../src/domain/allowance/estimate-errors.ts'

test.each([
  // Shown as 3 s.
  { tookMs: 3_000, expectedMs: 2_100, isInTime: true, offKey: 's1' },
  { tookMs: 3_001, expectedMs: 2_100, isInTime: false, offKey: 's1' },
  { tookMs: 4_000, expectedMs: 3_000, isInTime: false, offKey: 's1' },
  { tookMs: 4_001, expectedMs: 3_000, isInTime: false, offKey: 's2' },
  { tookMs: 500, expectedMs: 3_000, isInTime: true, offKey: 's3' },
  { tookMs: 900, expectedMs: 10, isInTime: true, offKey: 's1' },
  { tookMs: 7_200_000, expectedMs: 3_000, isInTime: false, offKey: 's86400' },
  { tookMs: 200_000_000, expectedMs: 3_000, isInTime: false, offKey: 's86400' },
])('a job that took $tookMs ms, of which $expectedMs were expected', ({ tookMs, expectedMs, ...error }) => {
  expect(estimateErrorOf(tookMs, expectedMs)).toEqual(error)
})

test('the errors of several hours are one figure: half of the jobs are off by no more than the median', () => {
  const hours = [{}, { inTime: 2, off: { s1: 2, s5: 1 } }, { off: { s3600: 1 } }]
  expect(estimatesOf(hours)).toEqual({ jobs: 4, inTime: 2, medianOffSeconds: 1 })
  expect(estimatesOf([...hours, { off: { s5: 1 } }])).toEqual({ jobs: 5, inTime: 2, medianOffSeconds: 5 })
  expect(estimatesOf([{ off: { s86400: 3 } }])).toEqual({ jobs: 3, inTime: 0, medianOffSeconds: 86_400 })
})

test('without a job that was measured there is no figure', () => {
  expect(estimatesOf([{}, {}])).toBeUndefined()
})

test('each further job counts once', () => {
  const one = withError({}, { isInTime: true, offKey: 's1' })
  expect(one).toEqual({ inTime: 1, off: { s1: 1 } })
  const two = withError(one, { isInTime: false, offKey: 's2' })
  expect(two).toEqual({ inTime: 1, off: { s1: 1, s2: 1 } })
  expect(withError(two, { isInTime: true, offKey: 's2' })).toEqual({ inTime: 2, off: { s1: 1, s2: 2 } })
})
