import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { repoDir } from '@utter/local/settings'
import { verdictOf } from './measure/figure.ts'
import { type Machine, machineLines } from './measure/machine.ts'
import type { Options } from './options.ts'
import type { Outcome } from './row.ts'
import { tableOf } from './table.ts'

export type ReportedRow = Outcome & { name: string; what: string }

/** The report of a run: each row as soon as it is done, in the terminal and in the file, so that a run that is broken off leaves its rows. */
export function createReport(machine: Machine, options: Options) {
  const file = options.json ?? join(repoDir, 'infra/tools/bench/results', `${machine.at.replaceAll(':', '-')}.json`)
  const rows: (ReportedRow & { figures: unknown[] })[] = []
  return {
    async add({ name, what, figures, notes }: ReportedRow): Promise<void> {
      console.log(`\n${machineLines(machine)}`)
      if (options.quick) console.log('A quick run: it shows that the rows work, not how fast anything is.')
      console.log(`${name}: ${what}`)
      if (figures.length > 0) console.log(tableOf(figures))
      for (const note of notes) console.log(`  ${note}`)
      rows.push({ name, what, figures: figures.map((figure) => ({ ...figure, ...verdictOf(figure) })), notes })
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, `${JSON.stringify({ machine, options, rows }, null, 2)}\n`)
    },
    end: () => console.log(`\nThe figures are in ${relative(process.cwd(), file)}.`),
  }
}
