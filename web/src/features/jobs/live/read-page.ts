import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { readLinked } from '../../../lib/server/read-linked.ts'
import { parseRows, type Report } from './parse-rows.ts'

export interface JobPage {
  rows: JobRow[]
  /** Address of the next page; undefined on the last one. */
  next: string | undefined
}

/** Reads a page of `GET /api/jobs`. */
export async function readPage(address: string, signal: AbortSignal, report: Report): Promise<JobPage> {
  const { body, next } = await readLinked(address, signal)
  return { rows: parseRows(body, report), next }
}
