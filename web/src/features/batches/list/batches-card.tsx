import type { BatchRow } from '@utter/contracts/http/jobs/batch'
import type { JobStatus } from '@utter/contracts/jobs'
import { batchPath, paths } from '@utter/contracts/screens'
import { Plus } from 'lucide-react'
import { Link } from 'react-router-dom'
import styled from 'styled-components'
import { counted } from '../../../lib/format/counted.ts'
import { useNow } from '../../../lib/hooks/use-now.ts'
import { narrow, truncate } from '../../../theme.ts'
import { StatusBadge } from '../../../ui/data/badge.tsx'
import { Progress } from '../../../ui/data/progress.tsx'
import { TimeAgo } from '../../../ui/data/time-ago.tsx'
import { Button, LinkButton } from '../../../ui/form/button.tsx'
import { Card, CardFoot, CardHead } from '../../../ui/layout/card.tsx'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
import { Caption, TextLink } from '../../../ui/layout/text.tsx'
import { findVoice } from '../../voices/find-voice.ts'
import { useVoices } from '../../voices/use-voices.ts'
import { countsInWords, statusOf } from '../labels.ts'

/** Its height, that of a finger on phones, is no height of the head. */
const Make = styled(LinkButton)`
  margin: -6px 0;
`

const Line = styled.li`
  position: relative;
  display: grid;
  grid-template-columns: 112px minmax(0, 1fr) 168px 112px;
  align-items: center;
  gap: 6px 16px;
  min-height: 64px;
  padding: 10px 20px;
  border-top: 1px solid var(--line);
  transition: background var(--t-1);
  &:hover { background: color-mix(in srgb, var(--hover) 60%, transparent); }
  > :last-child { justify-self: end; }
  ${narrow} {
    grid-template-columns: auto minmax(0, 1fr);
    min-height: 124px;
    padding: 12px 16px;
    > :nth-child(1) { order: 1; }
    > :nth-child(4) { order: 2; }
    > :nth-child(2) { order: 3; grid-column: 1 / -1; }
    > :nth-child(3) { order: 4; grid-column: 1 / -1; }
  }
`

const Names = styled.div`
  min-width: 0;
  small { display: block; }
`

/** Its hit area is the line. */
const First = styled(Link)`
  ${truncate}
  display: block;
  font-weight: 500;
  text-decoration: none;
  &::after { content: ''; position: absolute; inset: 0; }
  &:focus-visible { outline: none; }
  &:focus-visible::after { outline: 2px solid var(--accent); outline-offset: -2px; border-radius: var(--r-2); }
`

const When = styled(Caption)`
  position: relative;
  font-size: 13px;
`

const statusOfBar: Record<JobStatus, JobStatus> = {
  pending: 'pending',
  processing: 'processing',
  completed: 'completed',
  failed: 'completed',
}

interface BatchesCardProps {
  batches: readonly BatchRow[]
  /** Undefined: this is the last page. */
  onMore: (() => void) | undefined
  isLoadingMore: boolean
  /** Where batches are to be had, of a plan that has none. */
  notInPlan: string | undefined
}

export function BatchesCard({ batches, onMore, isLoadingMore, notInPlan }: BatchesCardProps) {
  const now = useNow(15_000)
  const { data: voices } = useVoices()
  return (
    <Card aria-labelledby="batches-title">
      <CardHead>
        <h2 id="batches-title">Your batches</h2>
        {notInPlan === undefined && (
          <Make to={paths.newBatch} look="primary">
            <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
            New batch
          </Make>
        )}
      </CardHead>
      <ul>
        {batches.map(({ batchId, createdAt, total, counts, firstText, voiceId }) => {
          const status = statusOf(counts)
          const facts = [counted(total, 'line'), findVoice(voices, voiceId)?.name ?? voiceId, ...countsInWords(counts)]
          return (
            <Line key={batchId}>
              <span>
                <StatusBadge status={status} />
              </span>
              <Names>
                <First to={batchPath(batchId)} dir="auto">
                  {firstText}
                </First>
                <Caption as="small">{facts.join(' · ')}</Caption>
              </Names>
              <div>
                <Progress
                  status={statusOfBar[status]}
                  percent={Math.floor(((counts.completed + counts.failed) * 100) / total)}
                />
              </div>
              <When>
                <TimeAgo at={createdAt} now={now} />
              </When>
            </Line>
          )
        })}
      </ul>
      {(onMore || notInPlan !== undefined) && (
        <CardFoot>
          {onMore && (
            <Button isSmall isBusy={isLoadingMore} onClick={onMore}>
              Load more
            </Button>
          )}
          {notInPlan !== undefined && (
            <Caption>
              Batches that you have stay. {notInPlan} <TextLink to={paths.pricing}>Compare plans</TextLink>
            </Caption>
          )}
        </CardFoot>
      )}
    </Card>
  )
}

/** As high as a list of some batches. */
export const WaitingBatches = () => (
  <Card aria-busy="true">
    <CardHead>
      <h2>Your batches</h2>
    </CardHead>
    <ul>
      {['first', 'second', 'third', 'fourth', 'fifth'].map((place) => (
        <Line key={place}>
          <Skeleton $width="92px" $height={24} />
          <Skeleton $width="60%" />
          <Skeleton />
          <Skeleton $width="80px" />
        </Line>
      ))}
    </ul>
  </Card>
)
