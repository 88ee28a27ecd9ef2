import type { Stats } from '@utter/contracts/http/jobs/job-views'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { LookKey } from '../../ui/data/look-key.tsx'
import { CardHead } from '../../ui/layout/card.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Row } from '../../ui/layout/text.tsx'
import { DayCard, DayColumns } from './day-card.tsx'
import { ExpectedTime } from './expected-time.tsx'
import { FailureReasons } from './failure-reasons.tsx'
import { HoursChart } from './hours-chart.tsx'
import { HoursTable } from './hours-table.tsx'

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
      <h2 id="last-day">{t('Last 24 hours')}</h2>
      <Row $gap={16} aria-hidden="true">
        <LookKey look="solid">{t('Completed##jobs')}</LookKey>
        <LookKey look="striped">{t('Failed##jobs')}</LookKey>
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
