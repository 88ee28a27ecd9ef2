import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repoDir } from '@utter/local/settings'
import { expect, test } from 'vitest'

const lines = readFileSync(join(repoDir, 'infra/operating/growth.md'), 'utf8').split('\n')

/** The cells of the rows of the table that begins so. */
function tableOf(head: string): string[][] {
  const rest = lines.slice(lines.findIndex((line) => line.startsWith(head)) + 2)
  const rows = rest.slice(0, rest.indexOf(''))
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}
const costs = new Map(tableOf('| a job |').map(([name = '', ...cells]) => [name, cells]))
const numberOf = (cell = '') => Number.parseFloat(cell.replaceAll(',', ''))
const costOf = (name: string) => numberOf(costs.get(name)?.[0])
const daySeconds = 24 * 3_600
const dollarsPerCoreHour = 0.04
const coresOf = (rate: number) => {
  const [own, stores, voice] = ['our processes', 'MongoDB, Kafka and Redis', 'a voice of the image'].map(costOf)
  return {
    own: ((own ?? 0) * rate) / 1_000,
    stores: ((stores ?? 0) * rate) / 1_000,
    voices: ((voice ?? 0) * rate) / 700,
  }
}

/** Each row of the sums, at so many jobs a second. */
const sums: Record<string, (perSecond: number) => [amount: number, unit: string]> = {
  'our processes': (rate) => [coresOf(rate).own, 'cores'],
  stores: (rate) => [coresOf(rate).stores, 'cores'],
  'voices of the image, used to 70 %': (rate) => [coresOf(rate).voices, 'cores'],
  'the three at 0.04 $ a core and hour': (rate) => {
    const { own, stores, voices } = coresOf(rate)
    return [(own + stores + voices) * dollarsPerCoreHour, '$ an hour']
  },
  'Kafka messages': (rate) => [costOf('Kafka messages') * rate, 'a second'],
  'Kafka bytes': (rate) => [(costOf('Kafka bytes, on three brokers') * rate) / 1_000, 'MB a second'],
  'MongoDB updates': (rate) => [costOf('MongoDB updates') * rate, 'a second'],
  documents: (rate) => [(costOf('documents') * rate * daySeconds) / 1e9, 'TB a day'],
  sound: (rate) => [(costOf('sound') * rate * daySeconds) / 1e9, 'TB a day'],
}
const shown = ([amount, unit]: [number, string]) =>
  `${amount.toLocaleString('en', { maximumSignificantDigits: 3 })} ${unit}`

test('the sums of growth are those of what a job costs', () => {
  const expected = Object.entries(sums).map(([name, sum]) => [name, shown(sum(1_000)), shown(sum(10_000))])
  expect(tableOf('| | at 1,000')).toEqual(expected)
})

test.each(['our processes', 'MongoDB, Kafka and Redis'])('what a job costs in %s is the sum of its parts', (name) => {
  const [, parts = ''] = costs.get(name) ?? []
  const figures = parts.slice(parts.indexOf(':') + 1).match(/\b\d+\.\d\b/g) ?? []
  expect(figures.reduce((sum, figure) => sum + Number(figure), 0)).toBeCloseTo(costOf(name), 5)
})
