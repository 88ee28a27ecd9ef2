import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { type KnownFigure, readKnown } from '../src/figures/known.ts'
import { readmeFile, withTable } from '../src/figures/readme-table.ts'

const figure: KnownFigure = {
  ...{ name: 'throughput', against: 'nginx', unit: 'requests/s', kind: 'ratio', goal: { min: 0.3 } },
  ...{ ours: [2_400, 2_346], peer: [16_000, 14_660], medians: [0.15, 0.16], min: 0.12, max: 0.25 },
}
const page = 'before\n<!-- figures: made by npm run bench -- --table -->\nold\n<!-- /figures -->\nafter\n'
const linesOf = (...figures: KnownFigure[]) =>
  withTable(page, [{ name: 'gateway', source: 'two runs', figures }])
    .split('\n')
    .filter((line) => line.startsWith('| `'))

test("the README's table is made from the figures that are kept: npm run bench -- --table", async () => {
  const readme = await readFile(readmeFile, 'utf8')
  expect(readme).toBe(withTable(readme, await readKnown()))
})

describe('the table of a page', () => {
  test('stands between its markers and names the runs that it is from', () => {
    const made = withTable(page, [{ name: 'gateway', source: 'two runs', figures: [figure] }])
    expect(made).toMatch(/^before\n[\s\S]*\n- `gateway`: two runs\.\n[\s\S]*\nafter\n$/)
    expect(made).not.toContain('old')
    expect(withTable(made, [{ name: 'gateway', source: 'two runs', figures: [figure] }])).toBe(made)
  })
  test('has the last run’s numbers, the medians of both, and the spread of their pairs', () => {
    expect(linesOf(figure)).toEqual([
      '| `gateway` | throughput | 2,346 requests/s | nginx: 14,660 requests/s | 0.15, 0.16 × (0.12 – 0.25) | ≥ 0.3 ×: missed |',
    ])
  })
  test('has variants in a line, from the least to the greatest', () => {
    const small = { ...figure, variant: 'small', peer: [], ours: [10, 11], medians: [0.2, 0.22], min: 0.2, max: 0.23 }
    const large = { ...figure, variant: 'large', peer: [], ours: [20, 22], medians: [0.4, 0.42], min: 0.3, max: 0.5 }
    expect(linesOf(small, large)).toEqual([
      '| `gateway` | throughput | 10 to 22 requests/s | nginx | 0.2 to 0.42 × (0.2 – 0.5) | ≥ 0.3 ×: reached in part |',
    ])
  })
  test('leaves out what has no goal', () => {
    const { goal, ...without } = figure
    expect(linesOf(without)).toEqual([])
  })
  test('says of a goal that nothing was measured for that it is open', () => {
    expect(linesOf({ ...figure, medians: [] })[0]).toContain('| ≥ 0.3 ×: not measured |')
  })
  test('needs its markers', () => {
    expect(() => withTable('a page', [])).toThrow('markers')
  })
})
