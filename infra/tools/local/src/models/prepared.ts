import type { Report } from '../report.ts'
import { StartError } from '../start-error.ts'

export type ModelOptions = { cacheDir: string; report: Report }
/** The folder of a model, or a sentence with the reason why it is not there. */
export type Prepared = { dir: string } | { missing: string }

/** The folder, for those who cannot go on without it. @throws StartError with the sentence that says what is missing */
export function dirOf(prepared: Prepared): string {
  if ('missing' in prepared) throw new StartError(prepared.missing)
  return prepared.dir
}
