import { useQuery } from '@tanstack/react-query'
import type { UsageView } from '@utter/contracts/http/jobs/usage'
import { paths } from '@utter/contracts/screens'
import styled from 'styled-components'
import { counted, grouped } from '../../lib/format/counted.ts'
import { daysOf } from '../../lib/format/times.ts'
import { Trans } from '../../lib/language/trans.tsx'
import { t } from '../../lib/language/words.ts'
import { LinkButton } from '../../ui/form/button.tsx'
import { Card, CardBody, CardHead } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Part } from '../../ui/layout/part.tsx'
import { Row, Stack, Sub, TextLink } from '../../ui/layout/text.tsx'
import { CallShares } from './call-shares.tsx'
import { CallsChart } from './calls-chart.tsx'
import { CsvButton } from './csv-button.tsx'
import { OverageList } from './overage-list.tsx'
import { usageQuery } from './queries.ts'
import { SmallTitle } from './small-title.tsx'
import { useLiveUsage } from './use-live-usage.ts'
import { UsedCalls } from './used-calls.tsx'
import { WaitingUsage } from './waiting-usage.tsx'

const Period = styled.span`
  color: var(--fg-3);
  font-size: 13px;
  font-variant-numeric: tabular-nums;
`

/** Its height, that of a finger on phones, is no height of the head. */
const Details = styled(LinkButton)`
  margin: -6px -10px -6px 0;
`

/** A title with a button, which is higher than the title and adds no height. */
const ChartHead = styled(Row)`
  height: 20px;
  button { margin-right: -10px; }
`

const isEmpty = ({ apiCallsUsed, days }: UsageView) => apiCallsUsed === 0 && days.every(({ calls }) => calls === 0)

/** The present period: what is used of it, when, by which voice and key, and what is past the limit. */
export function UsageCard() {
  const query = useQuery(usageQuery)
  useLiveUsage()
  return (
    <Card id="usage" aria-labelledby="usage-title">
      <CardHead>
        <h2 id="usage-title">{t('Usage')}</h2>
        <Row $gap={16}>
          {query.data && <Period>{daysOf(query.data.periodStart, query.data.periodEnd)}</Period>}
          <Details to={paths.usage} isSmall look="ghost">
            {t('Report')}
          </Details>
        </Row>
      </CardHead>
      <CardBody>
        <Part query={query} waiting={<WaitingUsage />} failure={t('Your usage could not be read')}>
          {(usage) => (
            <Stack $gap={24}>
              <UsedCalls usage={usage} />
              <BeforeVerification usage={usage} />
              <TakenBefore usage={usage} />
              {isEmpty(usage) ? <NoCallsYet /> : <Calls usage={usage} />}
              <OverageList usage={usage} />
            </Stack>
          )}
        </Part>
      </CardBody>
    </Card>
  )
}

/** A free account has fewer calls before its address is verified. */
function BeforeVerification({ usage: { unverified } }: { usage: UsageView }) {
  if (!unverified) return null
  return (
    <Sub>
      <Trans
        id="{calls} are yours before your email address is verified, {count} of them left. <link>Verify it</link>"
        values={{ calls: counted(unverified.limit, 'call'), count: grouped(unverified.left) }}
        components={{ link: <TextLink to={`${paths.account}#profile`} /> }}
      />
    </Sub>
  )
}

/** Calls of earlier plans, which are paid and no part of the limit, and yet of the days below. */
function TakenBefore({ usage: { apiCallsUsed, takenCalls = apiCallsUsed } }: { usage: UsageView }) {
  if (takenCalls <= apiCallsUsed) return null
  const calls = counted(takenCalls - apiCallsUsed, 'call')
  return (
    <Sub>{t('{calls} besides were bonus or overage of an earlier plan: paid, and no part of these.', { calls })}</Sub>
  )
}

const Calls = ({ usage }: { usage: UsageView }) => (
  <>
    <Stack>
      <ChartHead $isBetween>
        <SmallTitle>{t('Calls per day, in UTC')}</SmallTitle>
        <CsvButton />
      </ChartHead>
      <CallsChart usage={usage} />
    </Stack>
    <CallShares usage={usage} />
  </>
)

const NoCallsYet = () => (
  <EmptyState
    title={t('No calls yet')}
    text={t('Each finished voice job is one call. Failed and cached ones are free.')}
    action={<LinkButton to={paths.playground}>{t('Open API Playground')}</LinkButton>}
  />
)
