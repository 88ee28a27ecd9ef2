import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { JobView } from '@utter/contracts/http/jobs/job-views'
import { request } from '../../../lib/server/http.ts'
import { applyAccountEvent } from '../live/lists.ts'
import { jobQuery } from '../live/queries.ts'

/** @throws HttpError, with a sentence where it is too late */
export async function cancelJob(client: QueryClient, jobId: string): Promise<void> {
  const job = JobView.parse(await request('POST', `/api/jobs/${jobId}/cancel`))
  const { status, progress, error, version } = job
  client.setQueryData(jobQuery(jobId).queryKey, job)
  applyAccountEvent(client, { jobId, status, progress, version, ...(error !== undefined && { error }) })
}

/**
 * Cancels a job, free until speech has started; after that the server refuses ('Too late to cancel'). Lists show it at
 * once.
 */
export function useCancelJob() {
  const client = useQueryClient()
  return useMutation({ mutationFn: (jobId: string) => cancelJob(client, jobId) })
}
