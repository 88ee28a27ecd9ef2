import { expect, test } from 'vitest'
import { RebuildBackoff } from '../src/consume/rebuild-backoff.ts'

test('six rebuilds in a row, each after about twice the pause of the one before; then it is given up', () => {
  const backoff = new RebuildBackoff(1_000)
  const pauses = Array.from({ length: 6 }, () => backoff.next(0) ?? 0)
  for (const [index, pauseMs] of pauses.entries()) {
    expect(pauseMs).toBeGreaterThanOrEqual(0.75 * Math.min(1_000 * 2 ** index, 30_000))
    expect(pauseMs).toBeLessThanOrEqual(1.25 * Math.min(1_000 * 2 ** index, 30_000))
  }
  expect(backoff.next(0)).toBeUndefined()
})

test('a consumer that ran for more than a minute counts anew', () => {
  const backoff = new RebuildBackoff(1_000)
  for (let rebuilt = 0; rebuilt < 6; rebuilt++) backoff.next(0)
  expect(backoff.next(61_000)).toBeLessThanOrEqual(1_250)
})
