import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import { type LoggedRequest, LoggedRequests } from '@utter/contracts/http/account/requests'
import { readLinked } from '../../lib/server/read-linked.ts'

/** The filters of the log, as the API has them; absent: any. */
export interface RequestFilters {
  status?: string
  key?: string
  method?: string
  path?: string
  requestId?: string
}

interface RequestPage {
  rows: LoggedRequest[]
  /** Address of the next page; undefined on the last one. */
  next: string | undefined
}

/** An entry is in the log some seconds after its answer, at most: a minute's count of dropped ones goes on for as long. */
const lateMs = 15_000

export const idOfRow = (row: LoggedRequest): string => (row.kind === 'request' ? row.requestId : row.id)

function addressOf(filters: RequestFilters, since?: string): string {
  const query = new URLSearchParams({ ...filters, ...(since !== undefined && { since }) })
  return query.size > 0 ? `/api/requests?${query}` : '/api/requests'
}

async function readRequests(address: string, signal: AbortSignal): Promise<RequestPage> {
  const { body, next } = await readLinked(address, signal)
  return { rows: LoggedRequests.parse(body), next }
}

/** The log of requests, newest first, a page of 100 rows after the other. It is read again whenever it is shown. */
export const requestsQuery = (filters: RequestFilters) =>
  infiniteQueryOptions({
    queryKey: ['/api', 'requests', filters],
    queryFn: ({ pageParam, signal }) => readRequests(pageParam, signal),
    initialPageParam: addressOf(filters),
    getNextPageParam: ({ next }: RequestPage) => next,
    refetchOnMount: 'always',
  })

export type RequestPages = InfiniteData<RequestPage>

/** Reads the entries since the list was read; undefined: more than a page, and the list is to be read anew. */
export async function readNewer(
  filters: RequestFilters,
  { pages }: RequestPages,
  signal: AbortSignal,
): Promise<LoggedRequest[] | undefined> {
  const newest = pages[0]?.rows[0]
  const since = newest && new Date(Date.parse(newest.at) - lateMs).toISOString()
  const { rows, next } = await readRequests(addressOf(filters, since), signal)
  return next === undefined ? rows : undefined
}

/** The list with these rows, each once and as it is now. */
export function withNewer(list: RequestPages, newer: LoggedRequest[]): RequestPages {
  const [first, ...rest] = list.pages
  if (!first) return list
  const ids = new Set(newer.map(idOfRow))
  const without = (rows: LoggedRequest[]) => rows.filter((row) => !ids.has(idOfRow(row)))
  const rows = [...newer, ...without(first.rows)].sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
  const older = rest.map((page) => ({ ...page, rows: without(page.rows) }))
  return { ...list, pages: [{ ...first, rows }, ...older] }
}
