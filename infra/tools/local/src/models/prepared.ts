import type { Report } from '../report.ts'

export type ModelOptions = { cacheDir: string; report: Report }
/** The folder of a model, or a sentence with the reason why it is not there. */
export type Prepared = { dir: string } | { missing: string }
