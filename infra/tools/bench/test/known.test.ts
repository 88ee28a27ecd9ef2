import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type KnownRow, type Results, readResults, withRuns } from '../src/figures/known.ts'
import { type Figure, verdictOf } from '../src/measure/figure.ts'

const figure = (ratios: number[], over: Partial<Figure> = {}): Results['rows'][number]['figures'][number] => {
  const made: Figure = {
    ...{ name: 'CPU', against: 'bare', unit: 'µs', kind: 'ratio', goal: { max: 1 } },
    pairs: ratios.map((ratio) => ({ ours: 10 * ratio, peer: 10 })),
    ...over,
  }
  return { ...made, ...verdictOf(made) }
}
const run = (at: string, rows: Results['rows']): Results => ({
  machine: { at, cores: 2, cpu: 'a processor', memoryGb: 8, system: 'Debian', node: 'v24', loadBefore: 0, peers: {} },
  options: { quick: false, pairs: 5 },
  rows,
})
const gateway = (...figures: Results['rows'][number]['figures']) => [{ name: 'gateway', figures }]
const order = ['gateway', 'job']
const before: KnownRow[] = order.map((name) => ({ name, source: 'an earlier run', figures: [] }))

describe('the figures that are kept', () => {
  test('are of the last two runs of a row, with the spread over the pairs of both', () => {
    const runs = [
      run('2026-01-01T00:00:00.000Z', gateway(figure([9]))),
      run('2026-01-02T00:00:00.000Z', gateway(figure([1, 2, 3]))),
      run('2026-01-03T00:00:00.000Z', gateway(figure([2, 4, 5]))),
    ]
    const [row] = withRuns(before, runs, order)
    expect(row?.source).toBe('2026-01-02 00:00 and 2026-01-03 00:00 UTC, 2 cores of a processor')
    expect(row?.figures).toEqual([
      {
        ...{ name: 'CPU', against: 'bare', unit: 'µs', kind: 'ratio', goal: { max: 1 } },
        ...{ ours: [20, 40], peer: [10, 10], medians: [2, 4], min: 1, max: 5 },
      },
    ])
  })
  test('remain where a row was not measured, or could not be', () => {
    const failed = run('2026-01-02T00:00:00.000Z', gateway())
    expect(withRuns(before, [failed], order)).toEqual(before)
  })
  test('are apart by peer and by variant', () => {
    const figures = [figure([1]), figure([2], { against: 'nginx' }), figure([3], { variant: 'large' })]
    const [row] = withRuns(before, [run('2026-01-02T00:00:00.000Z', gateway(...figures))], order)
    expect(row?.figures.map(({ medians }) => medians)).toEqual([[1], [2], [3]])
  })
  test('have none of a peer that could not be had', () => {
    const absent = JSON.parse(JSON.stringify(figure([Number.NaN])))
    const [row] = withRuns(
      before,
      [run('2026-01-02T00:00:00.000Z', gateway(absent, figure([1], { name: 'p50' })))],
      order,
    )
    expect(row?.figures.map(({ name }) => name)).toEqual(['p50'])
  })
})

describe('a results file', () => {
  const reading = async (content: unknown) => {
    const folder = await mkdtemp(join(tmpdir(), 'utter-bench-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'results.json')
    await writeFile(file, JSON.stringify(content))
    return readResults(file)
  }
  const full = run('2026-01-01T00:00:00.000Z', gateway(figure([1])))

  test('is read as it was written', async () => {
    expect(await reading(full)).toEqual(full)
  })
  test.for([
    ['of a quick run', { ...full, options: { quick: true, pairs: 5 } }, 'quick'],
    ['of few pairs', { ...full, options: { quick: false, pairs: 3 } }, 'fewer than 5 pairs'],
    ['of something else', {}, 'no results file'],
  ] as const)('%s is refused', async ([, content, sentence]) => {
    await expect(reading(content)).rejects.toThrow(sentence)
  })
})
