import { useMutation, useQueryClient } from '@tanstack/react-query'
import { JobView } from '@utter/contracts/http/job-views'
import { request } from '../../lib/http.ts'
import { applyAccountEvent } from './lists.ts'
import { jobQuery } from './queries.ts'

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
