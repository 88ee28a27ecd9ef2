import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { useDeferredValue, useMemo } from 'react'
import { grouped } from '../../lib/format/counted.ts'
import { useWithoutHeld } from '../jobs/live/held-jobs.ts'
import type { WholeList } from '../jobs/live/whole-list.ts'
import { type Filters, filterRows, hasFilters } from './filters/filter-rows.ts'
import { maxRows } from './load-rest.ts'
import { type Older, useOlder } from './use-older.ts'

export interface FoundJobs {
  /** Undefined while they are on the way. */
  rows: JobRow[] | undefined
  /** '37'; '2,000+' when there are more than are loaded. */
  count: string
  filters: Filters
  older: Older
}

/** The loaded jobs that pass the filters, and below them what the server's search has found. */
export function useFoundJobs(list: WholeList | undefined, { status, code, tag, text }: Filters): FoundJobs {
  // A letter is drawn before its result.
  const deferred = useDeferredValue(text)
  const filters = useMemo(() => ({ status, code, tag, text: deferred }), [status, code, tag, deferred])
  const isFull = list !== undefined && list.rows.length >= maxRows
  const older = useOlder(isFull ? list.next : undefined, filters)
  const all = useMemo(() => {
    if (!list || older.rows.length === 0) return list && filterRows(list.rows, filters)
    const loaded = new Set(list.rows.map(({ id }) => id))
    return filterRows([...list.rows, ...older.rows.filter(({ id }) => !loaded.has(id))], filters)
  }, [list, older.rows, filters])
  const rows = useWithoutHeld(all)
  const isCut = isFull ? older.search !== undefined : list?.next !== undefined
  return {
    rows,
    count: rows ? `${grouped(rows.length)}${isCut && !hasFilters(filters) ? '+' : ''}` : '',
    filters,
    older,
  }
}
