import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { repoDir } from '@utter/local/settings'
import { type Comparison, compareRow, summaryOf } from './figures/compare.ts'
import { type KnownRow, readKnown } from './figures/known.ts'
import { verdictOf } from './measure/figure.ts'
import { type Machine, machineLines } from './measure/machine.ts'
import type { Options } from './options.ts'
import type { Outcome } from './row.ts'
import { tableOf } from './table.ts'

export type ReportedRow = Outcome & { name: string; what: string }

/** The report of a run: each row as soon as it is done, in the terminal and in the file, so that a run that is broken off leaves its rows. */
export async function createReport(machine: Machine, options: Options) {
  const { cores, loadBefore } = machine
  const file = options.json ?? join(repoDir, 'infra/tools/bench/results', `${machine.at.replaceAll(':', '-')}.json`)
  // Held against the last full runs, a quick run is an alarm; a full one replaces them.
  const known: KnownRow[] | undefined = options.quick ? await readKnown() : undefined
  const compared: { row: string; comparisons: Comparison[] }[] = []
  const rows: (ReportedRow & { figures: unknown[] })[] = []
  return {
    async add({ name, what, figures, notes }: ReportedRow): Promise<void> {
      const comparisons = known ? compareRow(known, name, figures) : []
      if (comparisons.length > 0) compared.push({ row: name, comparisons })
      console.log(`\n${machineLines(machine)}`)
      console.log(`${name}: ${what}`)
      const remarks = comparisons.map(({ place }) => place)
      if (figures.length > 0) console.log(tableOf(figures, remarks))
      for (const note of notes) console.log(`  ${note}`)
      const withVerdicts = figures.map((figure, index) => ({
        ...figure,
        ...verdictOf(figure),
        ...(remarks[index] && { place: remarks[index] }),
      }))
      rows.push({ name, what, figures: withVerdicts, notes })
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, `${JSON.stringify({ machine, options, rows }, null, 2)}\n`)
    },
    end(): void {
      if (known) console.log(`\n${summaryOf(compared)}`)
      if (known && loadBefore > cores / 2)
        console.log(
          `Others used this machine (a load of ${loadBefore.toFixed(1)} before the run): run it again when they do not.`,
        )
      if (options.tooLong.length > 0)
        console.log(`Too long for a quick run, so not measured: ${options.tooLong.join(', ')}.`)
      console.log(`\nThe figures are in ${relative(process.cwd(), file)}.`)
    },
  }
}
