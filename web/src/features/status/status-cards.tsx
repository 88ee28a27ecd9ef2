import { useQuery } from '@tanstack/react-query'
import type { ServedPart } from '@utter/contracts/http/status/served'
import type { StatusView } from '@utter/contracts/http/status/status-view'
import { useState } from 'react'
import styled from 'styled-components'
import { decimal } from '../../lib/format/decimal.ts'
import { dayOf, localTimeOfDay } from '../../lib/format/times.ts'
import { useServerNow } from '../../lib/hooks/use-now.ts'
import { Trans } from '../../lib/language/trans.tsx'
import { msg, t } from '../../lib/language/words.ts'
import { narrow } from '../../theme.ts'
import { TimeAgo } from '../../ui/data/time-ago.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Banner } from '../../ui/layout/banner.tsx'
import { Card, CardHead } from '../../ui/layout/card.tsx'
import { Part } from '../../ui/layout/part.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Caption, Stack } from '../../ui/layout/text.tsx'
import { IncidentsCard } from './incidents-card.tsx'
import { statusQuery } from './queries.ts'
import { ServedBars } from './served-bars.tsx'
import { ServedBadge } from './state-badge.tsx'
import { overallLabels, partLabels, servedLabels } from './status-labels.ts'

const Line = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 10px 16px;
  padding: 16px 20px;
  border-top: 1px solid var(--line);
  ${narrow} { padding: 16px; }

  h3 { font-size: 14px; line-height: 20px; font-weight: 550; }
  > div:last-of-type, > p { grid-column: 1 / -1; }
`

const Times = styled.div`
  flex: none;
  white-space: nowrap;
`

const List = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;
`

/** Faults that are named; more stand in the bars. */
const maxNamed = 3

const ranges = [
  { value: 'day', label: msg('24 hours') },
  { value: 'days', label: msg('90 days') },
] as const
type Range = (typeof ranges)[number]['value']

export function StatusCards() {
  const query = useQuery(statusQuery)
  return (
    <Part query={query} waiting={<Skeleton $height={520} />} failure={t('The status could not be read')}>
      {(status) => <Cards status={status} isOld={query.isError} />}
    </Part>
  )
}

function Cards({ status, isOld }: { status: StatusView; isOld: boolean }) {
  const [range, setRange] = useState<Range>('day')
  const now = useServerNow(10_000)
  const { state, parts, incidents, at } = status
  const time = <TimeAgo at={at} now={now} />
  return (
    <Stack>
      <Banner tone={state === 'down' ? 'failed' : state === 'degraded' ? 'warning' : 'plain'}>
        <b>{t(overallLabels[state])}</b>{' '}
        {isOld ? (
          <Trans id="The status cannot be read at present. This is of {time}" values={{ time }} />
        ) : (
          <Trans id="Looked at {time}" values={{ time }} />
        )}
      </Banner>
      <Card aria-labelledby="served-title">
        <CardHead>
          <hgroup>
            <h2 id="served-title">{t('What is served')}</h2>
            <p>{t('By the platform’s own figures, in slots of ten minutes.')}</p>
          </hgroup>
          <Times>
            <Segmented
              legend={t('Time')}
              options={ranges.map(({ value, label }) => ({ value, label: t(label) }))}
              value={range}
              onChange={setRange}
            />
          </Times>
        </CardHead>
        <List>
          {parts.map((part) => (
            <PartLine key={part.part} part={part} range={range} />
          ))}
        </List>
      </Card>
      <IncidentsCard incidents={incidents} now={now} />
    </Stack>
  )
}

function PartLine({ part, range }: { part: ServedPart; range: Range }) {
  const { title, about } = partLabels[part.part]
  const bars =
    range === 'day'
      ? part.hours.map(({ startsAt, state }) => ({ key: startsAt, at: localTimeOfDay(startsAt), state }))
      : part.days.map(({ day, state }) => ({ key: day, at: dayOf(day), state }))
  const uptime = range === 'day' ? part.uptimeOfDay : part.uptime
  const faults = bars.filter(({ state }) => state === 'degraded' || state === 'down').reverse()
  const named = faults
    .slice(0, maxNamed)
    .map(({ at, state }) =>
      state === 'down' ? t('{time} (down)', { time: at }) : t('{time} (degraded)', { time: at }),
    )
    .join(', ')
  const more = faults.length - maxNamed
  return (
    <Line>
      <div>
        <h3>{t(title)}</h3>
        <Caption>{t(about)}</Caption>
      </div>
      <ServedBadge state={part.now} />
      {bars.length > 0 && (
        <div>
          <ServedBars
            bars={bars.map(({ key, at, state }) => ({ key, state, title: `${at}: ${t(servedLabels[state])}` }))}
          />
        </div>
      )}
      <Caption as="p">
        {uptime === null ? t('No figures yet') : uptimeIn(range, decimal(uptime, 2))}
        {named && `. ${more > 0 ? t('{times}, and {count} more', { times: named, count: more }) : named}`}
      </Caption>
    </Line>
  )
}

const uptimeIn = (range: Range, percent: string) =>
  range === 'day' ? t('{percent} % up in 24 hours', { percent }) : t('{percent} % up in 90 days', { percent })
