import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import type { JobStatus } from '@utter/contracts/jobs'

export interface Filters {
  /** Undefined: every status. */
  status: JobStatus | undefined
  /** The reason of a failure: set by a link, not by a field. */
  code: string | undefined
  /** A tag that the jobs have: set by a link too. */
  tag: string | undefined
  /** As typed. */
  text: string
}

export const hasFilters = ({ status, code, tag, text }: Filters): boolean =>
  status !== undefined || code !== undefined || tag !== undefined || text !== ''

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

/** Rows with the status, the reason and the tag whose text or id contains the typed text, ignoring case. */
export function filterRows(rows: JobRow[], filters: Filters): JobRow[] {
  if (!hasFilters(filters)) return rows
  const wanted = filters.text.toLowerCase()
  return rows.filter(
    (row) =>
      (filters.status === undefined || row.status === filters.status) &&
      (filters.code === undefined || row.code === filters.code) &&
      (filters.tag === undefined || row.tags?.includes(filters.tag) === true) &&
      searchTextOf(row).includes(wanted),
  )
}
