import { useInfiniteQuery } from '@tanstack/react-query'
import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { useMemo } from 'react'
import { reportError } from '../../lib/browser/report-error.ts'
import { t } from '../../lib/language/words.ts'
import { sentenceOf } from '../../lib/server/http.ts'
import { toastError } from '../../lib/toasts.ts'
import { olderKey } from '../jobs/live/queries.ts'
import { readPage } from '../jobs/live/read-page.ts'
import type { Filters } from './filters/filter-rows.ts'

/** Longest text that the server searches for. Its results are filtered again by the whole text. */
const maxSearchCharacters = 200

/** The server's own search, from the place on at which the loaded rows end. */
function addressOf(from: string, { status, code, tag, text }: Filters): string {
  const address = new URL(from, location.href)
  if (text) address.searchParams.set('q', text.slice(0, maxSearchCharacters))
  if (code) address.searchParams.set('code', code)
  if (tag) address.searchParams.set('tag', tag)
  if (status) address.searchParams.set('status', status)
  return `${address.pathname}${address.search}`
}

export interface Older {
  rows: JobRow[]
  /** Undefined when all jobs have been searched. */
  search: (() => void) | undefined
  isSearching: boolean
}

/** @param from address of the page after the loaded rows; undefined when they are all */
export function useOlder(from: string | undefined, filters: Filters): Older {
  const found = useInfiniteQuery({
    queryKey: [...olderKey, filters.status ?? '', filters.code ?? '', filters.tag ?? '', filters.text],
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal, reportError),
    initialPageParam: from ? addressOf(from, filters) : '',
    getNextPageParam: ({ next }) => next,
    structuralSharing: false,
    enabled: false,
  })
  const search = async () => {
    const { isError, error } = await (found.data ? found.fetchNextPage() : found.refetch())
    if (isError) toastError(t('Error'), sentenceOf(error, t('Failed to process request')))
  }
  const rows = useMemo(() => found.data?.pages.flatMap((page) => page.rows) ?? [], [found.data])
  const hasMore = found.data ? found.hasNextPage : from !== undefined
  return {
    rows,
    search: hasMore ? () => void search() : undefined,
    isSearching: found.isFetching,
  }
}
