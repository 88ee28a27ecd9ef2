import { useQuery } from '@tanstack/react-query'
import { paths } from '@utter/contracts/screens'
import { useEffect } from 'react'
import { useParams } from 'react-router-dom'
import { BatchHeadCard } from '../../features/batches/batch/batch-head-card.tsx'
import { BatchJobsCard } from '../../features/batches/batch/batch-jobs-card.tsx'
import { useLiveBatch } from '../../features/batches/live-batches.ts'
import { batchJobsQuery } from '../../features/batches/queries.ts'
import { JobPanelSlot } from '../../features/job-panel/job-panel-slot.tsx'
import { useOpenJob } from '../../features/job-panel/use-open-job.ts'
import { stopSound } from '../../features/player/shared-sound.ts'
import { useMe } from '../../features/session/me.ts'
import { RequireUser } from '../../features/session/require-user.tsx'
import { t } from '../../lib/language/words.ts'
import { HttpError } from '../../lib/server/http.ts'
import { screenTitle } from '../../titles.ts'
import { LinkButton } from '../../ui/form/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Part } from '../../ui/layout/part.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Stack } from '../../ui/layout/text.tsx'

export function OneBatchPage() {
  const { batchId = '' } = useParams()
  const isSignedIn = useMe().data !== undefined
  useLiveBatch(batchId)
  const jobs = useQuery({ ...batchJobsQuery(batchId), enabled: isSignedIn })
  const openJob = useOpenJob()
  useEffect(() => stopSound, [])
  const isGone = !jobs.data && jobs.error instanceof HttpError && jobs.error.status === 404
  return (
    <Page {...screenTitle(paths.batch)}>
      <RequireUser waiting={<Waiting />}>
        {isGone ? (
          <NoSuchBatch />
        ) : (
          <Part query={jobs} waiting={<Waiting />} failure={t('The batch could not be read')}>
            {(rows) => (
              <Stack>
                <BatchHeadCard batchId={batchId} rows={rows} />
                <BatchJobsCard rows={rows} openId={openJob.openId} onOpen={openJob.open} />
              </Stack>
            )}
          </Part>
        )}
      </RequireUser>
      <JobPanelSlot openJob={openJob} rows={jobs.data} isSignedIn={isSignedIn} />
    </Page>
  )
}

const Waiting = () => (
  <Stack>
    <Skeleton $height={140} />
    <Skeleton $height={320} />
  </Stack>
)

const NoSuchBatch = () => (
  <Card>
    <EmptyState
      title={t('There is no such batch')}
      text={t('Its jobs were deleted, or it is of another account.')}
      action={<LinkButton to={paths.batches}>{t('Back to your batches')}</LinkButton>}
    />
  </Card>
)
