import type { Stats } from '@utter/contracts/http/jobs/job-views'
import { CircleCheck, CircleX, Clock, Layers, type LucideIcon } from 'lucide-react'
import styled from 'styled-components'
import { grouped } from '../../lib/format/counted.ts'
import { type MessageDescriptor, msg, t } from '../../lib/language/words.ts'
import { medium, narrow } from '../../theme.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { trend } from './trend.ts'

const Grid = styled.dl`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: 16px;
  ${medium} { grid-template-columns: 1fr 1fr; }
  ${narrow} { gap: 12px; }
`

const MetricCard = styled(Card)`
  min-height: 116px;
  padding: 16px 20px 18px;
  font-variant-numeric: tabular-nums;

  dt {
    display: flex;
    justify-content: space-between;
    align-items: center;
    color: var(--fg-2);
    font-size: 13px;
    font-weight: 500;
  }
  dt svg { color: var(--fg-3); }
  dd { min-height: 36px; margin-top: 6px; font-size: 28px; line-height: 36px; font-weight: 600; letter-spacing: -0.02em; }

  ${narrow} {
    min-height: 108px;
    padding: 14px 16px;
    dd { min-height: 32px; font-size: 24px; line-height: 32px; }
    dt svg { display: none; }
  }
`

/** Its line stays reserved when there is nothing to compare. */
const Trend = styled.dd`
  && {
    min-height: 16px;
    margin-top: 2px;
    color: var(--fg-3);
    font-size: 12px;
    line-height: 16px;
    font-weight: 400;
    letter-spacing: 0;
  }
`

const Waiting = styled(Skeleton)`
  position: relative;
  top: 6px;
  ${narrow} { top: 4px; }
`
const WaitingTrend = styled(Skeleton)`
  position: relative;
  top: 3px;
`

type Total = 'totalJobs' | 'completedJobs' | 'failedJobs' | 'queueLength'
interface Metric {
  name: MessageDescriptor
  total: Total
  Icon: LucideIcon
}

const metrics: Metric[] = [
  { name: msg('Total Jobs'), total: 'totalJobs', Icon: Layers },
  { name: msg('Completed##jobs'), total: 'completedJobs', Icon: CircleCheck },
  { name: msg('Failed##jobs'), total: 'failedJobs', Icon: CircleX },
  { name: msg('Queue Length'), total: 'queueLength', Icon: Clock },
]

/** A queue has no hours, and an account without jobs no trend. */
const noteOf = (stats: Stats, total: Total): string | undefined =>
  total === 'queueLength' || stats[total] === 0 ? undefined : trend(stats.lastHour[total], stats.hourBefore[total])

interface MetricCardsProps {
  stats: Stats | undefined
  isLoading: boolean
}

/** Missing data shows 0. */
export function MetricCards({ stats, isLoading }: MetricCardsProps) {
  return (
    <Grid>
      {metrics.map(({ name, total, Icon }) => (
        <MetricCard key={total} as="div">
          <dt>
            {t(name)}
            <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
          </dt>
          <dd>{isLoading ? <Waiting $width="72px" $height={24} /> : grouped(stats?.[total] ?? 0)}</dd>
          <Trend>
            {isLoading && <WaitingTrend $width="104px" $height={10} />}
            {stats && noteOf(stats, total)}
          </Trend>
        </MetricCard>
      ))}
    </Grid>
  )
}
