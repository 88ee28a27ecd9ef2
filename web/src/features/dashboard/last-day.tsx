import type { Stats } from '@utter/contracts/http/jobs/job-views'
import styled from 'styled-components'
import { forced } from '../../theme.ts'
import { CardHead } from '../../ui/layout/card.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Row } from '../../ui/layout/text.tsx'
import { DayCard, DayColumns } from './day-card.tsx'
import { ExpectedTime } from './expected-time.tsx'
import { FailureReasons } from './failure-reasons.tsx'
import { HoursChart } from './hours-chart.tsx'
import { HoursTable } from './hours-table.tsx'

const Key = styled.span<{ $isFailed?: boolean }>`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  color: var(--fg-3);
  font-size: 12px;
  line-height: 16px;
  &::before {
    content: '';
    width: 8px;
    height: 8px;
    border-radius: 2px;
    ${({ $isFailed }) =>
      $isFailed
        ? 'background: repeating-linear-gradient(45deg, var(--failed) 0 2px, transparent 2px 4px); box-shadow: inset 0 0 0 1px var(--failed);'
        : 'background: var(--control);'}
    ${forced} {
      forced-color-adjust: none;
      ${({ $isFailed }) => ($isFailed ? 'border: 1px solid CanvasText;' : 'background: CanvasText;')}
    }
  }
`

const Head = styled(CardHead)`
  justify-content: flex-start;
  gap: 20px;
`

interface LastDayProps {
  stats: Stats | undefined
  isLoading: boolean
}

/** The account's last 24 hours: what ended in each, how far off expected times were, and why jobs failed. */
export const LastDay = ({ stats, isLoading }: LastDayProps) => (
  <DayCard aria-labelledby="last-day">
    <Head>
      <h2 id="last-day">Last 24 hours</h2>
      <Row $gap={16} aria-hidden="true">
        <Key>Completed</Key>
        <Key $isFailed>Failed</Key>
      </Row>
    </Head>
    <DayColumns>
      {isLoading ? (
        <Skeleton $height={156} />
      ) : (
        <>
          <div>
            <HoursChart hours={stats?.hours ?? []} />
            <ExpectedTime estimates={stats?.estimates} />
          </div>
          <FailureReasons failures={stats?.failures ?? []} />
          <HoursTable hours={stats?.hours ?? []} />
        </>
      )}
    </DayColumns>
  </DayCard>
)
