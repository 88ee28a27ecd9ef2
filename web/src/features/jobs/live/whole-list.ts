import { keepNewerRows } from './apply-event.ts'
import type { JobPage } from './read-page.ts'

/** All of the account's jobs as far as they are loaded, newest first. */
export type WholeList = JobPage

/**
 * Merges a first page that was read again: it replaces the rows that it covers; the pages after it stay. Where it does
 * not meet them, more jobs are new than one page holds: the jobs in between are unknown, so the list starts again with
 * the page.
 */
export function withFirstPage(before: WholeList | undefined, page: JobPage): WholeList {
  const rows = keepNewerRows(before?.rows, page.rows)
  const last = page.rows.at(-1)
  const meetsAt = page.next === undefined ? -1 : (before?.rows.findIndex(({ id }) => id === last?.id) ?? -1)
  if (!before || meetsAt < 0) return { rows, next: page.next }
  return { rows: [...rows, ...before.rows.slice(meetsAt + 1)], next: before.next }
}

/** Appends the page that was read from `from`, unless the list has started again meanwhile. */
export function withNextPage(list: WholeList, from: string, page: JobPage): WholeList {
  if (list.next !== from) return list
  const known = new Set(list.rows.map(({ id }) => id))
  return { rows: [...list.rows, ...page.rows.filter(({ id }) => !known.has(id))], next: page.next }
}
