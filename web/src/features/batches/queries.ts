import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type BatchRow, BatchRows } from '@utter/contracts/http/jobs/batch'
import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { isFinal } from '@utter/contracts/jobs'
import { reportError } from '../../lib/browser/report-error.ts'
import { read } from '../../lib/server/query-client.ts'
import { readLinked } from '../../lib/server/read-linked.ts'
import { keepNewerRows } from '../jobs/live/apply-event.ts'
import { parseRows } from '../jobs/live/parse-rows.ts'

const firstPage = '/api/batches?limit=20'

export interface PageOfBatches {
  batches: BatchRow[]
  /** Address of the next page; undefined on the last one. */
  next: string | undefined
}

/** The batches of the account, newest first, a page at a time. */
export const batchesQuery = infiniteQueryOptions({
  queryKey: ['/api', 'batches'],
  queryFn: async ({ pageParam, signal }): Promise<PageOfBatches> => {
    const { body, next } = await readLinked(pageParam, signal)
    return { batches: BatchRows.parse(body), next }
  },
  initialPageParam: firstPage,
  getNextPageParam: ({ next }: PageOfBatches) => next,
  refetchOnMount: 'always',
})

/** Jobs of a batch in its order. The account's stream moves them (`live-batches.ts`), and what is shown never goes back. */
export const batchJobsQuery = (batchId: string) =>
  queryOptions({
    queryKey: ['/api', 'batch', batchId, 'jobs'],
    queryFn: async (context) => parseRows(await read()(context), reportError),
    structuralSharing: (before: unknown, now: unknown) =>
      keepNewerRows(before as JobRow[] | undefined, now as JobRow[]),
    refetchOnMount: 'always',
  })

/** How many of the jobs are in each status, in the words of a batch. */
export function countsOf(rows: readonly JobRow[]) {
  const count = (status: JobRow['status']) => rows.filter((row) => row.status === status).length
  const ended = rows.filter(({ status }) => isFinal(status)).length
  return {
    total: rows.length,
    ended,
    counts: {
      pending: count('pending'),
      processing: count('processing'),
      completed: count('completed'),
      failed: count('failed'),
    },
  }
}
