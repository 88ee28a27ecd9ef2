import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxTimeStep, stepsPerDoubling, timesOf } from '../../src/domain/allowance/time-steps.ts'

/** The step of a time, as the store counts it. */
const stepOf = (ms: number) => Math.min(maxTimeStep, Math.floor(Math.log2(ms) * stepsPerDoubling))
const dayMs = 86_400_000

test('no job has no time', () => {
  expect(timesOf([])).toBeNull()
})

test('one job is half of the jobs, and 95 of a hundred', () => {
  expect(timesOf([{ step: stepOf(1_000), jobs: 1 }])).toEqual({ jobs: 1, p50Ms: 981, p95Ms: 981 })
})

test('the longest step is that of a day', () => {
  expect([stepOf(dayMs), stepOf(7 * dayMs)]).toEqual([maxTimeStep, maxTimeStep])
})

test('half of the jobs, and 95 of a hundred, took no longer, within 4.5 % or the millisecond', () => {
  const times = fc.array(fc.integer({ min: 1, max: dayMs }), { minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(times, (all) => {
      const inOrder = all.toSorted((a, b) => a - b)
      // As several days tell them: a step may come more than once.
      const shown = timesOf(all.map((ms) => ({ step: stepOf(ms), jobs: 1 })))
      const exact = (percent: number) => inOrder[Math.ceil((percent * all.length) / 100) - 1] as number
      const isNear = (ms: number, percent: number) => Math.abs(ms - exact(percent)) <= 0.045 * exact(percent) + 1
      expect(shown?.jobs).toBe(all.length)
      return isNear(shown?.p50Ms ?? 0, 50) && isNear(shown?.p95Ms ?? 0, 95)
    }),
  )
})
