import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { wholeQuery } from '../jobs/live/queries.ts'
import { shownOr } from '../jobs/live/shown-or.ts'
import type { WholeList } from '../jobs/live/whole-list.ts'
import { loadRest, maxRows } from './load-rest.ts'

const nothing: WholeList = { rows: [], next: undefined }

/** The account's jobs: the first page at once, the others in the background while a screen shows them. */
export function useWholeList(isSignedIn: boolean): WholeList | undefined {
  const client = useQueryClient()
  const list = shownOr(nothing, useQuery({ ...wholeQuery, enabled: isSignedIn }))
  const hasMore = list?.next !== undefined && list.rows.length < maxRows

  useEffect(() => {
    if (!hasMore) return
    const leaving = new AbortController()
    void loadRest(client, leaving.signal)
    return () => leaving.abort()
  }, [client, hasMore])
  return list
}
