import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { AccountJobEvent, JobRow } from '@utter/contracts/http/jobs/job-views'
import { isFinal, type JobStatus } from '@utter/contracts/jobs'
import { applyToRows } from './apply-event.ts'
import { olderKey, recentQuery, statsQuery, wholeQuery } from './queries.ts'
import type { JobPage } from './read-page.ts'
import { createReader } from './reader.ts'
import type { WholeList } from './whole-list.ts'

/** The readers of one cache, and the statuses of its running jobs as the stream last had them. */
interface Lists {
  readRecent: () => void
  readWhole: () => void
  readStats: () => void
  statuses: Map<string, JobStatus>
}

const known = new WeakMap<QueryClient, Lists>()

function listsOf(client: QueryClient): Lists {
  const present = known.get(client)
  if (present) return present
  const lists: Lists = {
    readRecent: createReader(client, recentQuery.queryKey),
    readWhole: createReader(client, wholeQuery.queryKey),
    readStats: createReader(client, statsQuery.queryKey),
    statuses: new Map(),
  }
  known.set(client, lists)
  return lists
}

/**
 * Applies one event of the account's stream to every list in the cache. A list that does not have the job is read
 * again; so is one whose first read is under way, since that may have started before the change. The totals follow a
 * change of status.
 */
export function applyAccountEvent(client: QueryClient, event: AccountJobEvent): void {
  const lists = listsOf(client)
  // A job that leaves the queue moves all that wait behind it.
  const hadPlace = placedIn(client, event.jobId)
  applyTo<JobRow[]>(client, recentQuery.queryKey, lists.readRecent, (rows) =>
    applyToRows(rows, event.jobId, event, event.version),
  )
  applyTo<WholeList>(client, wholeQuery.queryKey, lists.readWhole, (list) => applyToPage(list, event))
  client.setQueriesData<InfiniteData<JobPage>>(
    { queryKey: olderKey },
    (found) => found && { ...found, pages: found.pages.map((page) => applyToPage(page, event) ?? page) },
  )
  if (event.status === 'failed' || hadPlace) {
    // The code of a failure, and the places of others, are in the rows, not in the event.
    lists.readRecent()
    lists.readWhole()
  }
  if (isNewStatus(lists.statuses, event)) lists.readStats()
}

/** Whether a list shows the job's place in the queue. */
function placedIn(client: QueryClient, jobId: string): boolean {
  const rows = [
    ...(client.getQueryData<JobRow[]>(recentQuery.queryKey) ?? []),
    ...(client.getQueryData<WholeList>(wholeQuery.queryKey)?.rows ?? []),
  ]
  return rows.some(({ id, position }) => id === jobId && position !== undefined)
}

/** Changes a job in every list in the cache that has it. */
export function changeInLists(client: QueryClient, jobId: string, change: (row: JobRow) => JobRow): void {
  const changed = (rows: JobRow[]): JobRow[] => rows.map((row) => (row.id === jobId ? change(row) : row))
  const inPage = <P extends JobPage>(page: P): P => ({ ...page, rows: changed(page.rows) })
  client.setQueryData<JobRow[]>(recentQuery.queryKey, (rows) => rows && changed(rows))
  client.setQueryData<WholeList>(wholeQuery.queryKey, (list) => list && inPage(list))
  client.setQueriesData<InfiniteData<JobPage>>(
    { queryKey: olderKey },
    (found) => found && { ...found, pages: found.pages.map(inPage) },
  )
}

/** Takes a deleted job out of every list in the cache. */
export function removeFromLists(client: QueryClient, jobId: string): void {
  const without = <P extends JobPage>(page: P): P => ({ ...page, rows: page.rows.filter(({ id }) => id !== jobId) })
  client.setQueryData<WholeList>(wholeQuery.queryKey, (list) => list && without(list))
  client.setQueriesData<InfiniteData<JobPage>>(
    { queryKey: olderKey },
    (found) => found && { ...found, pages: found.pages.map(without) },
  )
  // It has one more job to show in its place.
  listsOf(client).readRecent()
}

/** Reads again what an opened stream may have missed: the changes between the last read and the opening are in no event. */
export function refreshLists(client: QueryClient): void {
  const { readRecent, readWhole, readStats } = listsOf(client)
  readRecent()
  readWhole()
  readStats()
}

function applyTo<T>(
  client: QueryClient,
  queryKey: QueryKey,
  read: () => void,
  apply: (data: T) => T | undefined,
): void {
  const query = client.getQueryCache().find<T>({ queryKey, exact: true })
  // It is read when a screen shows it next. Data set from outside would unmark it.
  if (!query || (query.state.isInvalidated && !query.isActive())) return
  const { data } = query.state
  const applied = data && apply(data)
  if (!applied) read()
  else if (applied !== data) client.setQueryData(queryKey, applied)
}

function applyToPage(page: JobPage, event: AccountJobEvent): JobPage | undefined {
  const rows = applyToRows(page.rows, event.jobId, event, event.version)
  return rows && (rows === page.rows ? page : { ...page, rows })
}

/** Progress alone moves no total. */
function isNewStatus(statuses: Map<string, JobStatus>, { jobId, status }: AccountJobEvent): boolean {
  if (statuses.get(jobId) === status) return false
  if (isFinal(status)) statuses.delete(jobId)
  else statuses.set(jobId, status)
  return true
}
