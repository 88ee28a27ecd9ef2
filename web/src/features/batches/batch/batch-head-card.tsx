import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import styled from 'styled-components'
import { counted } from '../../../lib/format/counted.ts'
import { t } from '../../../lib/language/words.ts'
import { narrow } from '../../../theme.ts'
import { StatusBadge } from '../../../ui/data/badge.tsx'
import { Progress } from '../../../ui/data/progress.tsx'
import { Card, CardBody } from '../../../ui/layout/card.tsx'
import { Hidden } from '../../../ui/layout/hidden.tsx'
import { Caption, Row } from '../../../ui/layout/text.tsx'
import { LiveMark } from '../../jobs/live/live-mark.tsx'
import { batchLabels, statusOf } from '../labels.ts'
import { countsOf } from '../queries.ts'
import { BatchActs } from './batch-acts.tsx'

const Body = styled(CardBody)`
  padding-top: 20px;
  ${narrow} { padding-top: 16px; }
`

const Facts = styled(Caption)`
  font-size: 13px;
`

const Line = styled(Row)`
  > :nth-child(2) { flex: 1; }
`

/** How far a batch is, and the acts on all of it. */
export function BatchHeadCard({ batchId, rows }: { batchId: string; rows: readonly JobRow[] }) {
  const { total, ended, counts } = countsOf(rows)
  const status = statusOf(counts)
  const facts = [
    t('{count} of {lines} spoken', { count: counts.completed, lines: counted(total, 'line') }),
    ...(counts.processing > 0 ? [counted(counts.processing, 'being spoken', 'being spoken')] : []),
    ...(counts.pending > 0 ? [counted(counts.pending, 'waiting', 'waiting')] : []),
    ...(counts.failed > 0 ? [counted(counts.failed, 'failed', 'failed')] : []),
  ]
  const isOpen = ended < total
  // Progress of each of its jobs counts: a batch of few long texts moves too.
  const percent = Math.floor(rows.reduce((sum, job) => sum + (job.status === 'failed' ? 100 : job.progress), 0) / total)
  return (
    <Card aria-label={t('Progress')}>
      <Body $gap={12}>
        <Line $gap={16}>
          <StatusBadge status={status} label={batchLabels[status]} />
          <Progress status={isOpen ? 'processing' : status} percent={percent} />
          {isOpen && <LiveMark />}
        </Line>
        <Facts as="p">{facts.join(' · ')}</Facts>
        <Hidden role="status">{isOpen ? '' : t('The batch has ended: {facts}', { facts: facts.join(', ') })}</Hidden>
      </Body>
      <BatchActs batchId={batchId} rows={rows} isOpen={isOpen} />
    </Card>
  )
}
