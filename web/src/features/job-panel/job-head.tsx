import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { Share2 } from 'lucide-react'
import styled from 'styled-components'
import { timeAgo } from '../../lib/format/times.ts'
import { useServerNow } from '../../lib/hooks/use-now.ts'
import { t } from '../../lib/language/words.ts'
import { Badge, StatusBadge } from '../../ui/data/badge.tsx'
import { CopyButton } from '../../ui/form/copy-button.tsx'
import { Mono, Row, Stack, Truncated } from '../../ui/layout/text.tsx'

const Line = styled(Row)`
  min-height: var(--h-sm);
`

const Age = styled.time`
  color: var(--fg-3);
  font-size: 13px;
`

interface JobHeadProps {
  jobId: string
  /** As much of it as is known. */
  job: JobRow | undefined
  /** True where a link opens it. */
  isShared?: boolean
}

/** Status, age and id. A cancelled job, which lists call failed, has its own badge here. */
export function JobHead({ jobId, job, isShared = false }: JobHeadProps) {
  const now = useServerNow(15_000)
  return (
    <Stack $gap={8}>
      <Line>
        {job && (
          <>
            <StatusBadge status={job.code === 'cancelled' ? 'cancelled' : job.status} />
            {isShared && (
              <Badge tone="accent" icon={Share2}>
                {t('Shared')}
              </Badge>
            )}
            <Age dateTime={job.createdAt}>{timeAgo(job.createdAt, now)}</Age>
          </>
        )}
      </Line>
      <Row $isBetween>
        <Mono as={Truncated}>{jobId}</Mono>
        <CopyButton label={t('Copy job ID')} text={() => jobId} />
      </Row>
    </Stack>
  )
}
