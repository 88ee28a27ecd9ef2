import { describe, expect, test } from 'vitest'
import { type Figure, medianOf, verdictOf } from '../src/measure/figure.ts'

const figure = (over: Partial<Figure>): Figure => ({
  name: 'CPU a request',
  against: 'nginx',
  unit: 'µs',
  kind: 'ratio',
  pairs: [
    { ours: 30, peer: 10 },
    { ours: 10, peer: 10 },
    { ours: 20, peer: 10 },
  ],
  ...over,
})

describe('the verdict on a figure', () => {
  test.for([
    ['ratio', { median: 2, min: 1, max: 3 }],
    ['difference', { median: 10, min: 0, max: 20 }],
    ['own', { median: 20, min: 10, max: 30 }],
  ] as const)('of kind %s is the median and the spread of the pairs', ([kind, expected]) => {
    expect(verdictOf(figure({ kind }))).toMatchObject(expected)
  })
  test('pairs ours with the peer of the same turn, not with the median of all', () => {
    const pairs = [
      { ours: 10, peer: 5 },
      { ours: 100, peer: 50 },
    ]
    expect(verdictOf(figure({ pairs }))).toMatchObject({ min: 2, max: 2 })
  })
  test.for([
    [{ max: 2 }, true],
    [{ max: 1.99 }, false],
    [{ min: 2 }, true],
    [{ min: 2.01 }, false],
  ] as const)('with the goal %o is %s', ([goal, reached]) => {
    expect(verdictOf(figure({ goal })).reached).toBe(reached)
  })
  test('is open without a goal', () => {
    expect(verdictOf(figure({}))).not.toHaveProperty('reached')
  })
})

test.for([
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 2.5],
  [[7], 7],
  [[], Number.NaN],
] as [number[], number][])('the median of %o is %s', ([numbers, expected]) => {
  expect(medianOf(numbers)).toBe(expected)
})
