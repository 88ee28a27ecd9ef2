import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import type { JobStatus } from '@utter/contracts/jobs'

export interface Filters {
  /** Undefined: every status. */
  status: JobStatus | undefined
  /** The reason of a failure: set by a link, not by a field. */
  code: string | undefined
  /** As typed. */
  text: string
}

export const hasFilters = ({ status, code, text }: Filters): boolean =>
  status !== undefined || code !== undefined || text !== ''

/** Thousands of texts are searched at each letter that is typed: each is put into lower case once. */
const lowered = new WeakMap<JobRow, string>()

function searchTextOf(row: JobRow): string {
  const known = lowered.get(row)
  if (known !== undefined) return known
  // No text has a line break followed by an id, so nothing matches over the border.
  const text = `${row.id}\n${row.userText}`.toLowerCase()
  lowered.set(row, text)
  return text
}

/** Rows with the status and the reason whose text or id contains the typed text, ignoring case. */
export function filterRows(rows: JobRow[], filters: Filters): JobRow[] {
  if (!hasFilters(filters)) return rows
  const wanted = filters.text.toLowerCase()
  return rows.filter(
    (row) =>
      (filters.status === undefined || row.status === filters.status) &&
      (filters.code === undefined || row.code === filters.code) &&
      searchTextOf(row).includes(wanted),
  )
}
