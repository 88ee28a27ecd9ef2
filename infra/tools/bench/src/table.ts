import { type Figure, type Goal, verdictOf } from './measure/figure.ts'

/** The figures of one row as lines of text, columns aligned. */
export function tableOf(figures: Figure[]): string {
  const head = ['', 'ours', 'peer', 'median (min – max)', 'goal', '']
  const lines = [head, ...figures.map(lineOf)]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) => `  ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n')
}

function lineOf(figure: Figure): string[] {
  const { name, against, unit, kind, goal } = figure
  const { median, min, max, ours, peer, reached } = verdictOf(figure)
  const sign = kind === 'ratio' ? '×' : unit
  return [
    name,
    `${written(ours)} ${unit}`,
    `${written(peer)} ${unit} ${against}`,
    `${written(median)} ${sign} (${written(min)} – ${written(max)})`,
    goal ? goalOf(goal, sign) : '',
    reached === undefined ? '' : reached ? 'reached' : 'NOT reached',
  ]
}

const goalOf = (goal: Goal, sign: string) =>
  'max' in goal ? `≤ ${written(goal.max)} ${sign}` : `≥ ${written(goal.min)} ${sign}`

/** Three significant digits; a number that was not measured is a dash. */
export function written(number: number): string {
  if (!Number.isFinite(number)) return '–'
  const size = Math.abs(number)
  if (size >= 1_000) return Math.round(number).toLocaleString('en-US')
  return number.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2)
}
