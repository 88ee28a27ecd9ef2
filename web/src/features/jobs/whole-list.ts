import { keepNewerRows } from './apply-event.ts'
import type { Page } from './read-page.ts'

/** All of the account's jobs as far as they are loaded, newest first. */
export type WholeList = Page

/**
 * A first page that was read again takes the place of the rows that it covers; the pages after it stay. Where it does not meet
 * them, more jobs are new than one page holds: what lies between is unknown, and the list begins anew.
 */
export function withFirstPage(before: WholeList | undefined, page: Page): WholeList {
  const rows = keepNewerRows(before?.rows, page.rows)
  const last = page.rows.at(-1)
  const meetsAt = page.next === undefined ? -1 : (before?.rows.findIndex(({ id }) => id === last?.id) ?? -1)
  if (!before || meetsAt < 0) return { rows, next: page.next }
  return { rows: [...rows, ...before.rows.slice(meetsAt + 1)], next: before.next }
}

/** The page that was read from `from`; nothing when the list has meanwhile begun anew. */
export function withNextPage(list: WholeList, from: string, page: Page): WholeList {
  if (list.next !== from) return list
  const known = new Set(list.rows.map(({ id }) => id))
  return { rows: [...list.rows, ...page.rows.filter(({ id }) => !known.has(id))], next: page.next }
}
