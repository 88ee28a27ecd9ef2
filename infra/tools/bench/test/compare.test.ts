import { describe, expect, test } from 'vitest'
import { compareRow, summaryOf } from '../src/figures/compare.ts'
import type { KnownRow } from '../src/figures/known.ts'
import type { Figure } from '../src/measure/figure.ts'

const figure = (ratio: number, over: Partial<Figure> = {}): Figure => ({
  ...{ name: 'CPU', against: 'bare', unit: 'µs', kind: 'ratio' },
  pairs: [{ ours: ratio, peer: 1 }],
  ...over,
})
const known = (over: { variant?: string } = {}): KnownRow[] => [
  {
    name: 'gateway',
    source: 'two runs',
    figures: [
      {
        ...{
          name: 'CPU',
          against: 'bare',
          unit: 'µs',
          kind: 'ratio',
          ours: [],
          peer: [],
          medians: [2],
          min: 1,
          max: 3,
        },
        ...over,
      },
    ],
  },
]
const placeOf = (of: Figure, rows = known()) => compareRow(rows, 'gateway', [of])[0]?.place

describe('a figure beside its last known spread', () => {
  test.for([
    ['within', 1, {}],
    ['within', 3, {}],
    ['within', 3.02, {}],
    ['within', 0.995, {}],
    ['worse', 3.1, {}],
    ['better', 0.9, {}],
    ['better', 3.1, { goal: { min: 5 } }],
    ['worse', 0.9, { goal: { min: 0.5 } }],
    ['worse', 3.1, { goal: { max: 5 } }],
    ['better', 3.1, { isMoreBetter: true }],
  ] as [string, number, Partial<Figure>][])('is %s at %s with %o', ([place, ratio, over]) => {
    expect(placeOf(figure(ratio, over))).toBe(place)
  })
  test.for([
    ['of another peer', { against: 'nginx' }],
    ['of a variant', { variant: 'large' }],
    ['that could not be measured', { pairs: [{ ours: 1, peer: Number.NaN }] }],
  ] as [string, Partial<Figure>][])('%s is new', ([, over]) => {
    expect(placeOf(figure(9, over))).toBe('new')
  })
  test('of a variant is held against all variants where no more is known', () => {
    expect(placeOf(figure(9, { variant: 'large' }), known({ variant: 'all' }))).toBe('worse')
  })
  test('is counted, and named in a sentence when it has left it', () => {
    const comparisons = compareRow(known(), 'gateway', [figure(2), figure(4), figure(1, { name: 'p50' })])
    expect(summaryOf([{ row: 'gateway', comparisons }]).split('\n')).toEqual([
      'Against the spread of the last full runs: 1 within, 0 better, 1 worse, 1 without a known spread.',
      '  worse   gateway: CPU against bare: 4.00 ×, known 1.00 to 3.00',
    ])
  })
})
