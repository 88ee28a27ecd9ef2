import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { HttpError } from '../../../lib/server/http.ts'
import { parseRows, type Report } from './parse-rows.ts'

export interface JobPage {
  rows: JobRow[]
  /** Address of the next page; undefined on the last one. */
  next: string | undefined
}

/** Reads a page of `GET /api/jobs`. Its `Link` header names the next one, which a read of the body alone would lose. */
export async function readPage(address: string, signal: AbortSignal, report: Report): Promise<JobPage> {
  const response = await fetch(address, { credentials: 'include', signal })
  const text = await response.text()
  if (!response.ok) throw new HttpError(response.status, text, response.statusText, response.headers.get('retry-after'))
  return { rows: parseRows(JSON.parse(text), report), next: nextOf(response.headers.get('link')) }
}

/** `</api/jobs?cursor=…>; rel="next"` */
const nextOf = (link: string | null): string | undefined => /<([^>]+)>;\s*rel="next"/.exec(link ?? '')?.[1]
