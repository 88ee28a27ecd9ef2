import { styleText } from 'node:util'
import type { Mutant } from './mutant.ts'
import { isListed, type Survivor, type Tried } from './survivors.ts'

const widths = [34, 9, 9, 10, 9, 9]
const line = (cells: (string | number)[]): string =>
  cells.map((cell, i) => (i === 0 ? String(cell).padEnd(widths[i]!) : String(cell).padStart(widths[i]!))).join('')

/** A line for each folder of sources, and one for all. */
export function table(list: Survivor[], byFolder: Map<string, Tried[]>): string {
  const rowOf = (name: string, tried: Tried[]) => {
    const survived = tried.filter(({ isKilled }) => !isKilled)
    const percent = tried.length === 0 ? 100 : (100 * (tried.length - survived.length)) / tried.length
    const listed = survived.filter(({ mutant }) => isListed(list, mutant)).length
    return line([
      name,
      tried.length,
      tried.length - survived.length,
      survived.length,
      listed,
      `${percent.toFixed(1)} %`,
    ])
  }
  return [
    line(['', 'mutants', 'killed', 'survived', 'listed', 'killed']),
    ...[...byFolder].map(([name, tried]) => rowOf(name, tried)),
    rowOf('all', [...byFolder.values()].flat()),
  ].join('\n')
}

export const shown = ({ file, line: at, before, after }: Mutant): string =>
  `${file}:${at}\n  ${styleText('red', `- ${before}`)}\n  ${styleText('green', `+ ${after}`)}`
