import { type Figure, type Goal, titleOf, verdictOf } from './measure/figure.ts'

/** The figures of one row as lines of text, columns aligned. @param remarks one for each figure, in a last column */
export function tableOf(figures: Figure[], remarks: string[] = []): string {
  const head = ['', 'ours', 'peer', 'median (min – max)', 'goal', '', '']
  const lines = [head, ...figures.map((figure, index) => [...lineOf(figure), remarks[index] ?? ''])]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) => `  ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n')
}

function lineOf(figure: Figure): string[] {
  const { against, unit, goal } = figure
  const { median, min, max, ours, peer, reached } = verdictOf(figure)
  const sign = signOf(figure)
  return [
    titleOf(figure),
    `${written(ours)} ${unit}`,
    against && `${written(peer)} ${unit} ${against}`,
    `${written(median)} ${sign} (${written(min)} – ${written(max)})`,
    goal ? goalOf(goal, sign) : '',
    reached === undefined ? '' : reached ? 'reached' : 'NOT reached',
  ]
}

/** The unit of a figure's median. */
export const signOf = ({ kind, unit }: Pick<Figure, 'kind' | 'unit'>): string => (kind === 'ratio' ? '×' : unit)

export const goalOf = (goal: Goal, sign: string, write = written): string =>
  'max' in goal ? `≤ ${write(goal.max)} ${sign}` : `≥ ${write(goal.min)} ${sign}`

/** Three significant digits; a number that was not measured is a dash. */
export function written(number: number): string {
  if (!Number.isFinite(number)) return '–'
  const size = Math.abs(number)
  if (size >= 1_000) return Math.round(number).toLocaleString('en-US')
  return number.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2)
}
