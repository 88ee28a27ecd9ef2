import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repoDir } from '@utter/local/settings'
import { StartError } from '@utter/local/start-error'
import type { Figure, Verdict } from '../measure/figure.ts'
import { type Machine, processorOf } from '../measure/machine.ts'
import type { Options } from '../options.ts'

/** A figure as the last full runs had it: a number of each run, and the spread over the pairs of all of them. */
export type KnownFigure = Omit<Figure, 'pairs'> & {
  ours: number[]
  peer: number[]
  medians: number[]
  min?: number
  max?: number
}
/** `source`: the runs that the figures are from. */
export type KnownRow = { name: string; source: string; figures: KnownFigure[] }

/** The part of a results file that is read here. A number that could not be measured is null in JSON. */
export type Results = {
  machine: Machine
  options: Pick<Options, 'quick' | 'pairs'>
  rows: { name: string; figures: (Figure & Numbers)[] }[]
}
type Numbers = { [Name in Exclude<keyof Verdict, 'reached'>]: number | null }

/**
 * The committed figures: the README's table, and the spreads that a quick run is held against. A line of JSON is a row with its source, and each line
 * after it a figure of that row, so that a change shows the figures that changed.
 */
export const knownFile = join(repoDir, 'infra/tools/bench/figures.jsonl')
const runs = 2
const minPairs = 5

export async function readKnown(): Promise<KnownRow[]> {
  const rows: KnownRow[] = []
  for (const line of (await readFile(knownFile, 'utf8')).trim().split('\n')) {
    const read = JSON.parse(line) as Omit<KnownRow, 'figures'> | KnownFigure
    if ('source' in read) rows.push({ ...read, figures: [] })
    else rows.at(-1)?.figures.push(read)
  }
  return rows
}

export async function writeKnown(rows: KnownRow[]): Promise<void> {
  const lines = rows.flatMap(({ figures, ...row }) => [row, ...figures]).map((one) => JSON.stringify(one))
  await writeFile(knownFile, `${lines.join('\n')}\n`)
}

/** @throws StartError for a file that is none of a full run */
export async function readResults(file: string): Promise<Results> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const { machine, options, rows } = parsed(text)
  if (!machine || !options || !rows) throw new StartError(`${file} is no results file of the bench.`)
  if (options.quick || options.pairs < minPairs)
    throw new StartError(`${file} is of a run that was quick or of fewer than ${minPairs} pairs: its spread is none.`)
  return { machine, options, rows }
}

function parsed(text: string): Partial<Results> {
  try {
    return JSON.parse(text) as Partial<Results>
  } catch {
    return {}
  }
}

/**
 * Replaces the rows that were measured, each by its last two runs, and keeps the others.
 * @param results in the order of their time
 * @param order the names of all rows
 */
export function withRuns(known: KnownRow[], results: Results[], order: string[]): KnownRow[] {
  return order.flatMap((name) => {
    const measured = results.filter(({ rows }) => rows.some((row) => row.name === name && row.figures.length > 0))
    const last = measured.slice(-runs)
    if (last.length === 0) return known.filter((row) => row.name === name)
    const figures = last.flatMap(({ rows }) => rows.filter((row) => row.name === name)).flatMap((row) => row.figures)
    const byKey = Map.groupBy(figures.filter(isMeasured), keyOf)
    return [{ name, source: sourceOf(last), figures: [...byKey.values()].map(joined) }]
  })
}

const isMeasured = ({ median, min, max }: Numbers) => [median, min, max].every((number) => number !== null)

/** The same figure in another run. */
export const keyOf = ({ name, variant = '', against }: Pick<Figure, 'name' | 'variant' | 'against'>): string =>
  [name, variant, against].join('\n')

function joined(same: (Figure & Numbers)[]): KnownFigure {
  const { name, variant, against, unit, kind, goal } = same.at(-1) as Figure
  const all = (number: keyof Numbers) => same.flatMap((figure) => figure[number] ?? []).map(short)
  return {
    name,
    ...(variant !== undefined && { variant }),
    ...{ against, unit, kind },
    ...(goal && { goal }),
    ...{ ours: all('ours'), peer: all('peer'), medians: all('median') },
    ...{ min: Math.min(...all('min')), max: Math.max(...all('max')) },
  }
}

const short = (number: number) => Number(number.toPrecision(4))

const sourceOf = (results: Results[]) =>
  `${results.map(({ machine }) => machine.at.slice(0, 16).replace('T', ' ')).join(' and ')} UTC, ${[...new Set(results.map(({ machine }) => processorOf(machine)))].join(' and ')}`
