import { useMutation, useQueryClient } from '@tanstack/react-query'
import { JobView } from '@utter/contracts/http/job-views'
import { Ban } from 'lucide-react'
import styled from 'styled-components'
import { request, sentenceOf } from '../../lib/http.ts'
import { Button } from '../../ui/button.tsx'
import { applyAccountEvent } from '../jobs/lists.ts'
import { jobQuery } from '../jobs/queries.ts'

const Quiet = styled(Button)`
  color: var(--failed);
  &:hover { background: var(--failed-tint); color: var(--failed); }
`

const Refusal = styled.p`
  color: var(--failed);
  font-size: 13px;
`

/** Free until speech has begun; after that the server refuses, and its sentence is shown. */
export function CancelJob({ jobId }: { jobId: string }) {
  const client = useQueryClient()
  const cancel = useMutation({
    mutationFn: async () => JobView.parse(await request('POST', `/api/jobs/${jobId}/cancel`)),
    onSuccess: (job) => {
      const { status, progress, error, version } = job
      client.setQueryData(jobQuery(jobId).queryKey, job)
      applyAccountEvent(client, { jobId, status, progress, version, ...(error !== undefined && { error }) })
    },
  })
  return (
    <>
      <Quiet look="ghost" isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
        <Ban size={16} strokeWidth={1.75} aria-hidden="true" />
        Cancel job
      </Quiet>
      {cancel.isError && <Refusal role="alert">{sentenceOf(cancel.error, 'Failed to process request')}</Refusal>}
    </>
  )
}
