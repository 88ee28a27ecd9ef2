import { execFileSync } from 'node:child_process'
import { processesOf } from '@utter/testing/setup/operator'

type Row = { pid: number; parent: number; kib: number }

/** MiB that each of these processes has in memory now, with those that it has started; 0 for one between its death and its next start. */
export async function memoryOf<Name extends string>(names: Name[]): Promise<Record<Name, number>> {
  const running = await processesOf()
  const rows = execFileSync('ps', ['-e', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line): Row => {
      const [pid = 0, parent = 0, kib = 0] = line.trim().split(/\s+/).map(Number)
      return { pid, parent, kib }
    })
  const kibOf = (pid: number | undefined): number =>
    rows
      .filter((row) => row.pid === pid || row.parent === pid)
      .reduce((sum, row) => sum + (row.pid === pid ? row.kib : kibOf(row.pid)), 0)
  return Object.fromEntries(names.map((name) => [name, Math.round(kibOf(running[name]?.pid) / 1_024)])) as Record<
    Name,
    number
  >
}

/** The median of the last third of these figures, as a multiple of that of the first; undefined of too few. */
export function growthOf(figures: number[], minPerThird = 4): number | undefined {
  const length = Math.floor(figures.length / 3)
  if (length < minPerThird) return undefined
  const median = (of: number[]) => of.toSorted((one, other) => one - other)[Math.floor(of.length / 2)] ?? 0
  return median(figures.slice(-length)) / median(figures.slice(0, length))
}
