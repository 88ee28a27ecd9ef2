import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { UsageReport } from '@utter/contracts/http/jobs/usage-report'
import { unlimited } from '@utter/contracts/plans'
import { paths } from '@utter/contracts/screens'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { dayOf } from '../../lib/format/times.ts'
import { t } from '../../lib/language/words.ts'
import { medium } from '../../theme.ts'
import { LookKey } from '../../ui/data/look-key.tsx'
import { Button, LinkButton } from '../../ui/form/button.tsx'
import { Card, CardBody, CardHead } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Part } from '../../ui/layout/part.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Caption, Row, Stack } from '../../ui/layout/text.tsx'
import { useMe } from '../session/me.ts'
import { useLiveUsage } from '../usage/use-live-usage.ts'
import { Breakdown } from './breakdown.tsx'
import { EndsChart, SpendingChart, TimesChart } from './day-charts.tsx'
import { Figures } from './figures.tsx'
import { reportQuery } from './queries.ts'
import { RangeBar } from './range-bar.tsx'
import { useForecast } from './use-forecast.ts'
import { type RangeState, useRange } from './use-range.ts'

/** On phones the legend is below the title. */
const Head = styled(CardHead)`
  flex-wrap: wrap;
  gap: 4px 16px;
  h2 { white-space: nowrap; }
`
const Legend = styled(Row)`
  flex-wrap: wrap;
`
const Pair = styled.div<{ $isTwo: boolean }>`
  display: grid;
  grid-template-columns: repeat(${({ $isTwo }) => ($isTwo ? 2 : 1)}, minmax(0, 1fr));
  gap: 16px;
  ${medium} { grid-template-columns: minmax(0, 1fr); }
`
/** Its line stays while nothing is known. */
const Note = styled(Caption)`
  min-height: 16px;
`

/** The height of a chart with its labels. */
const chartPx = 196

interface ChartCardProps {
  id: string
  title: string
  legend?: ReactNode
  children: ReactNode
}

const ChartCard = ({ id, title, legend, children }: ChartCardProps) => (
  <Card aria-labelledby={id}>
    <Head>
      <h2 id={id}>{title}</h2>
      {legend && (
        <Legend $gap={12} aria-hidden="true">
          {legend}
        </Legend>
      )}
    </Head>
    <CardBody>{children}</CardBody>
  </Card>
)

const isEmpty = ({ totals: { calls, completed, failed, cancelled, cached } }: UsageReport) =>
  calls + completed + failed + cancelled + cached === 0
const shownDays = ({ from, to }: UsageReport) =>
  t('{days}, days in UTC', { days: from === to ? dayOf(from) : `${dayOf(from)} – ${dayOf(to)}` })

/** Calls of a range, how their jobs ended, how long they took and what they cost. */
export function ReportOfUsage() {
  const state = useRange()
  useLiveUsage(true)
  const { days } = state
  const query = useQuery({ ...reportQuery(days ?? {}), enabled: days !== undefined })
  const report = query.data
  return (
    <Stack>
      <RangeBar state={state} shown={report ? shownDays(report) : ''} />
      {state.fault ? null : report && isEmpty(report) ? (
        <NoJobs state={state} />
      ) : (
        <Shown state={state} query={query} />
      )}
    </Stack>
  )
}

interface ShownProps {
  state: RangeState
  query: UseQueryResult<UsageReport>
}

function Shown({ state, query }: ShownProps) {
  const isPresent = state.name === 'period'
  const { forecast, periodEnd, note } = useForecast(isPresent, state.today)
  const { data: me } = useMe()
  const sells = me ? me.subscriptionTier !== 'free' && me.apiCallsLimit !== unlimited : false
  return (
    <Part
      query={query}
      waiting={<Waiting sells={sells} isPresent={isPresent} />}
      failure={t('Your usage could not be read')}
    >
      {(shown) => (
        <Stack>
          <Figures report={shown} forecast={forecast} periodEnd={periodEnd} sells={sells} />
          {(isPresent || shown.endsFrom) && (
            <Note>{[isPresent && note, endsNote(shown)].filter(Boolean).join(' ')}</Note>
          )}
          <Charts report={shown} sells={sells || shown.totals.overageCalls > 0} />
          <Breakdown report={shown} state={state} />
        </Stack>
      )}
    </Part>
  )
}

const endsNote = ({ endsFrom }: UsageReport): string =>
  endsFrom ? t('Failed, cancelled and cached jobs, and times, are counted since {day}.', { day: dayOf(endsFrom) }) : ''

const EndsLegend = () => (
  <>
    <LookKey look="solid">{t('Completed##jobs')}</LookKey>
    <LookKey look="lined">{t('Cached')}</LookKey>
    <LookKey look="hollow">{t('Cancelled##jobs')}</LookKey>
    <LookKey look="striped">{t('Failed##jobs')}</LookKey>
  </>
)
const TimesLegend = () => (
  <>
    <LookKey look="solid">{t('Half within')}</LookKey>
    <LookKey look="hollow">{t('95% within')}</LookKey>
  </>
)

/** The charts of a report, or their places. @param sells whether there may be overage */
const Charts = ({ report, sells }: { report?: UsageReport; sells: boolean }) => {
  const place = <Skeleton $height={chartPx} />
  return (
    <>
      <ChartCard id="jobs-per-day" title={t('Jobs per day')} legend={<EndsLegend />}>
        {report ? <EndsChart days={report.days} /> : place}
      </ChartCard>
      <Pair $isTwo={sells}>
        <ChartCard id="times-per-day" title={t('Time to sound')} legend={<TimesLegend />}>
          {report ? <TimesChart days={report.days} /> : place}
        </ChartCard>
        {sells && (
          <ChartCard id="spending-per-day" title={t('Overage')}>
            {report ? <SpendingChart days={report.days} /> : place}
          </ChartCard>
        )}
      </Pair>
    </>
  )
}

const Waiting = ({ sells, isPresent }: { sells: boolean; isPresent: boolean }) => (
  <Stack>
    <Figures report={undefined} forecast={undefined} periodEnd={undefined} sells={sells} />
    {isPresent && <Note />}
    <Charts sells={sells} />
    <Card>
      <CardBody>
        <Skeleton $height={320} />
      </CardBody>
    </Card>
  </Stack>
)

const NoJobs = ({ state: { name, choose } }: { state: RangeState }) => (
  <Card>
    {name === 'period' ? (
      <EmptyState
        title={t('No jobs yet')}
        text={t('What ends in this period stands here, day by day: calls, times and spending.')}
        action={<LinkButton to={paths.playground}>{t('Open API Playground')}</LinkButton>}
      />
    ) : (
      <EmptyState
        title={t('No jobs in these days')}
        text={t('None of your jobs ended in this range.')}
        action={<Button onClick={() => choose('period')}>{t('Show this period')}</Button>}
      />
    )}
  </Card>
)
