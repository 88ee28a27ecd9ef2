import type { BenchContext } from './bench-context.ts'
import type { Figure } from './measure/figure.ts'

/** The result of a row; `notes` are sentences about the figures: where it saturates, which are absent. */
export type Outcome = { figures: Figure[]; notes: string[] }

export type Row = {
  name: string
  /** The measurement and its peer, in one line. */
  what: string
  /** Too long for a quick run, unless it is named. */
  isLong?: true
  run(context: BenchContext): Promise<Outcome>
}
