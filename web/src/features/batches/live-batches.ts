import { useQueryClient } from '@tanstack/react-query'
import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { isFinal } from '@utter/contracts/jobs'
import { useEffect } from 'react'
import { accountEvents } from '../jobs/live/account-events.ts'
import { applyToRows } from '../jobs/live/apply-event.ts'
import { createReader } from '../jobs/live/reader.ts'
import { batchesQuery, batchJobsQuery } from './queries.ts'

/** Keeps the jobs of one batch in step with the account's stream while it is shown. */
export function useLiveBatch(batchId: string): void {
  const client = useQueryClient()
  useEffect(() => {
    const { queryKey } = batchJobsQuery(batchId)
    const read = createReader(client, queryKey)
    return accountEvents.on((event) => {
      if (!event) return read()
      const rows = client.getQueryData<JobRow[]>(queryKey)
      const before = rows?.find(({ id }) => id === event.jobId)
      const applied = rows && applyToRows(rows, event.jobId, event, event.version)
      // A job of no batch, or of another one.
      if (!before || !applied || applied === rows) return
      client.setQueryData(queryKey, applied)
      // The code of a failure, and the places of those behind it, are in the rows alone.
      if (event.status === 'failed' || before.position !== undefined) read()
    })
  }, [client, batchId])
}

/** Counts the batches again when jobs end, once a second at most, while any of those shown has open jobs. */
export function useLiveBatches(hasOpen: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!hasOpen) return
    const read = createReader(client, batchesQuery.queryKey)
    return accountEvents.on((event) => {
      if (!event || isFinal(event.status)) read()
    })
  }, [client, hasOpen])
}
