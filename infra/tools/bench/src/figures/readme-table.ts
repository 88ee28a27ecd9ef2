import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repoDir } from '@utter/local/settings'
import { isReached } from '../measure/figure.ts'
import { goalOf, signOf, written } from '../table.ts'
import type { KnownFigure, KnownRow } from './known.ts'

export const readmeFile = join(repoDir, 'infra/tools/bench/README.md')
const begin = '<!-- figures: made by npm run bench -- --table -->'
const end = '<!-- /figures -->'

/** Puts the table between the markers of the README. */
export async function writeReadme(rows: KnownRow[]): Promise<void> {
  await writeFile(readmeFile, withTable(await readFile(readmeFile, 'utf8'), rows))
}

/** @throws when the page has lost its markers */
export function withTable(page: string, rows: KnownRow[]): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The markers ${begin} and ${end} are not in the page`)
  return `${page.slice(0, from + begin.length)}\n\n${markdownOf(rows)}\n\n${page.slice(to)}`
}

/** The figures that have a goal, variants of one in a line, and below them the runs that they are from. */
function markdownOf(rows: KnownRow[]): string {
  const lines = rows.flatMap(({ name, figures }) => {
    const withGoal = figures.filter(({ goal }) => goal)
    const groups = Map.groupBy(withGoal, ({ name: figure, against, goal }) => JSON.stringify([figure, against, goal]))
    return [...groups.values()].map((group) => [`\`${name}\``, ...cellsOf(group)])
  })
  const head = ['row', 'figure', 'ours', 'peer', 'median (spread)', 'goal']
  const sources = Map.groupBy(rows, ({ source }) => source)
  return [
    ...[head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`),
    '',
    ...[...sources].map(([source, of]) => `- ${of.map(({ name }) => `\`${name}\``).join(', ')}: ${source}.`),
  ].join('\n')
}

function cellsOf(group: KnownFigure[]): string[] {
  const [first] = group as [KnownFigure]
  const { name, against, unit, kind, goal } = first
  const sign = signOf(first)
  const isOne = group.length === 1 && first.variant === undefined
  const all = (number: 'ours' | 'peer' | 'medians') => group.flatMap((figure) => figure[number])
  const value = (numbers: number[]) => (isOne ? short(numbers.at(-1) ?? Number.NaN) : range(numbers))
  const peers = all('peer')
  const [ours, medians] = [all('ours'), all('medians')]
  const spread = spreadOf(group)
  return [
    name,
    ours.length > 0 ? `${value(ours)} ${unit}` : '–',
    against ? [against, ...(peers.length > 0 ? [`${value(peers)} ${unit}`] : [])].join(': ') : '–',
    // The median of a figure of its own is ours.
    medians.length === 0 || kind === 'own'
      ? spread || '–'
      : `${isOne ? medians.map(short).join(', ') : range(medians)} ${sign} ${spread}`.trimEnd(),
    goal ? `${goalOf(goal, sign, short)}: ${verdict(medians.map((median) => isReached(goal, median)))}` : '',
  ]
}

function spreadOf(group: KnownFigure[]): string {
  const bounds = group.flatMap(({ min, max }) => [min, max]).filter((bound) => bound !== undefined)
  return bounds.length > 0 ? `(${short(Math.min(...bounds))} – ${short(Math.max(...bounds))})` : ''
}

/** A goal is reached when each run, and each variant, reaches it. */
const verdict = (reached: boolean[]) =>
  reached.length === 0
    ? 'not measured'
    : reached.every(Boolean)
      ? 'reached'
      : reached.some(Boolean)
        ? 'reached in part'
        : 'missed'

const range = (numbers: number[]) => [...new Set([Math.min(...numbers), Math.max(...numbers)].map(short))].join(' to ')

/** Without the zeros of a number that was known to fewer digits. */
const short = (number: number) =>
  written(number)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
