import type { JobView } from '@utter/contracts/http/jobs/job-views'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { Clamped } from '../../ui/data/clamped.tsx'
import { FailureNote } from '../../ui/layout/failure-note.tsx'
import { Stack } from '../../ui/layout/text.tsx'
import { failureOf } from '../jobs/failure-of.ts'
import { kindOf } from '../jobs/kind-of.ts'
import { Running } from '../jobs/rows/running.tsx'
import { TagLinks } from '../jobs/tags/tag-links.tsx'
import { Player } from '../player/player.tsx'
import { MoreActs } from './acts/more-acts.tsx'
import { Facts } from './facts.tsx'
import { Timeline } from './stages/timeline.tsx'
import { WebhookAttempts } from './webhook-attempts.tsx'

const Part = styled.section`
  h3 {
    margin-bottom: 8px;
    color: var(--fg-3);
    font-size: 13px;
    font-weight: 500;
  }
`

const Reply = styled(Clamped)`
  p { color: var(--fg-2); }
`

const textLines = 4

/** All that is known of a job: its failure first, then its audio. */
export const JobDetailsView = ({ job }: { job: JobView }) => (
  <Stack $gap={24}>
    {job.status === 'failed' && job.code !== 'cancelled' && <FailureNote>{failureOf(job)}</FailureNote>}
    {job.audioUrl ? (
      <Player src={job.audioUrl} peaks={job.peaks} durationMs={job.durationMs} isCached={job.cached} />
    ) : (
      job.status !== 'failed' && (
        <Running
          kind={kindOf(job)}
          status={job.status}
          percent={job.progress}
          position={job.position}
          expectedSeconds={job.expectedSeconds}
        />
      )
    )}
    <MoreActs job={job} />
    {job.tags && <TagLinks tags={job.tags} />}
    <Titled title={t('Text')}>
      <Clamped text={job.userText} lines={textLines} />
    </Titled>
    {job.aiResponse !== undefined && (
      <Titled title={t('Reply')}>
        <Reply text={job.aiResponse} lines={textLines} />
      </Titled>
    )}
    <Titled title={t('Timeline')}>
      <Timeline job={job} />
    </Titled>
    {job.webhookAttempts > 0 && (
      <Titled title={t('Webhook attempts')}>
        <WebhookAttempts jobId={job.id} />
      </Titled>
    )}
    <Titled title={t('Voice and settings')}>
      <Facts job={job} />
    </Titled>
  </Stack>
)

export const Titled = ({ title, children }: { title: string; children: ReactNode }) => (
  <Part>
    <h3>{title}</h3>
    {children}
  </Part>
)
