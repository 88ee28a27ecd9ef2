import { Ban } from 'lucide-react'
import styled from 'styled-components'
import { t } from '../../../lib/language/words.ts'
import { sentenceOf } from '../../../lib/server/http.ts'
import { Button } from '../../../ui/form/button.tsx'
import { useCancelJob } from '../../jobs/rows/use-cancel-job.ts'

const Quiet = styled(Button)`
  color: var(--failed);
  &:hover { background: var(--failed-tint); color: var(--failed); }
`

const Refusal = styled.p`
  color: var(--failed);
  font-size: 13px;
`

/** Cancels a job, free until speech has started; after that the server refuses, and its sentence is shown. */
export function CancelJob({ jobId }: { jobId: string }) {
  const cancel = useCancelJob()
  return (
    <>
      <Quiet look="ghost" isBusy={cancel.isPending} onClick={() => cancel.mutate(jobId)}>
        <Ban size={16} strokeWidth={1.75} aria-hidden="true" />
        {t('Cancel job')}
      </Quiet>
      {cancel.isError && <Refusal role="alert">{sentenceOf(cancel.error, t('Failed to process request'))}</Refusal>}
    </>
  )
}
