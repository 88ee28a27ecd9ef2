import { useMutation, useQueryClient } from '@tanstack/react-query'
import { JobView } from '@utter/contracts/http/jobs/job-views'
import { request } from '../../../lib/server/http.ts'
import { applyAccountEvent } from '../live/lists.ts'
import { jobQuery } from '../live/queries.ts'

/**
 * Cancels a job, free until speech has started; after that the server refuses ('Too late to cancel'). Lists show it at
 * once.
 */
export function useCancelJob() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (jobId: string) => JobView.parse(await request('POST', `/api/jobs/${jobId}/cancel`)),
    onSuccess: (job) => {
      const { id: jobId, status, progress, error, version } = job
      client.setQueryData(jobQuery(jobId).queryKey, job)
      applyAccountEvent(client, { jobId, status, progress, version, ...(error !== undefined && { error }) })
    },
  })
}
