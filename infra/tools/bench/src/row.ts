import type { Figure } from './figure.ts'
import type { Ground } from './ground.ts'

/** What a row found out; `notes` are sentences beside the figures: where it saturates, what is absent. */
export type Outcome = { figures: Figure[]; notes: string[] }

export type Row = {
  name: string
  /** What is measured against whom, in one line. */
  what: string
  run(ground: Ground): Promise<Outcome>
}
