import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { WorkEvent } from '@utter/contracts/http/works/events'
import type { WorkRow } from '@utter/contracts/http/works/views'
import { useEffect } from 'react'
import { accountEvents, workEvents } from '../jobs/live/account-events.ts'
import { createReader } from '../jobs/live/reader.ts'
import { type PageOfWorks, workQuery, worksQuery } from './queries.ts'

/** Keeps the list of works in step with the account's stream while it is shown. */
export function useLiveWorks(): void {
  const client = useQueryClient()
  useEffect(() => {
    const read = createReader(client, worksQuery.queryKey)
    const versions = new Map<string, number>()
    return followWorks(read, (event) => {
      // Late ones are ordinary.
      if (event && event.version < (versions.get(event.workId) ?? 0)) return
      if (event) versions.set(event.workId, event.version)
      // A work from elsewhere is in no row, and one that is gone is in one.
      if (!event || !applyToRow(client, event)) read()
    })
  }, [client])
}

/** Keeps one work, with its chapters, in step with the account's stream while it is shown. */
export function useLiveWork(workId: string): void {
  const client = useQueryClient()
  useEffect(() => {
    // Read, since rows have more than events have: at most once a second.
    const read = createReader(client, workQuery(workId).queryKey)
    return followWorks(read, (event) => {
      if (!event || event.workId === workId) read()
    })
  }, [client, workId])
}

/**
 * @param onReopened what was missed meanwhile is in no event
 * @param onEvent undefined: a work is gone
 */
function followWorks(onReopened: () => void, onEvent: (event: WorkEvent | undefined) => void): () => void {
  const ends = [
    workEvents.on((data) => onEvent(WorkEvent.safeParse(data).data)),
    accountEvents.on((event) => event === null && onReopened()),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/** @returns false where no list has it */
function applyToRow(client: QueryClient, { workId, state, reason, progress }: WorkEvent): boolean {
  let isFound = false
  const changed = (row: WorkRow): WorkRow => {
    if (row.workId !== workId) return row
    isFound = true
    const { reason: _, ...rest } = row
    return { ...rest, state, progress, ...(reason !== undefined && { reason }) }
  }
  client.setQueryData<InfiniteData<PageOfWorks>>(
    worksQuery.queryKey,
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, works: page.works.map(changed) })) },
  )
  return isFound
}
