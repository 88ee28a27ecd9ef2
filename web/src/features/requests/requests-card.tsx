import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { LoggedRequest } from '@utter/contracts/http/account/requests'
import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import styled from 'styled-components'
import { useServerNow } from '../../lib/hooks/use-now.ts'
import { t } from '../../lib/language/words.ts'
import { GridTable, HeadCell, RowGroup } from '../../ui/data/grid-table.ts'
import { Pulse } from '../../ui/data/pulse.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Card, CardFoot, CardHead } from '../../ui/layout/card.tsx'
import { Part } from '../../ui/layout/part.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Row } from '../../ui/layout/text.tsx'
import { keysQuery } from '../api-keys/queries.ts'
import { toastRefusal } from '../session/toast-refusal.ts'
import { RequestFiltersCard } from './filters-card.tsx'
import { NoRequests, NoSuchRequest } from './no-requests.tsx'
import { idOfRow, requestsQuery } from './queries.ts'
import { RequestCell, RequestHeads, RequestRow } from './request-grid.tsx'
import { momentOf, nameOfKey } from './request-labels.ts'
import { DroppedRow, RequestLine } from './request-line.tsx'
import { useLiveRequests } from './use-live-requests.ts'
import { useRequestFilters } from './use-request-filters.ts'

const State = styled(Row)`
  min-height: 20px;
  color: var(--fg-2);
  font-size: 13px;
`
/** Its height, that of a finger on phones, is no height of the head. */
const Turn = styled(Button)`
  margin: -6px 0;
`

/** The filters of the log, and the log, to which new requests come while it is looked at. */
export function Requests() {
  const state = useRequestFilters()
  const { filters } = state
  const [isPaused, setIsPaused] = useState(false)
  const list = useInfiniteQuery(requestsQuery(filters))
  const keys = useQuery(keysQuery)
  useLiveRequests(filters, !isPaused && list.data !== undefined)
  const hasFilters = Object.keys(filters).length > 0
  const more = async () => {
    const { isError, error } = await list.fetchNextPage()
    if (isError) toastRefusal(error, t('Failed to process request'))
  }
  const TurnIcon = isPaused ? Play : Pause
  return (
    <>
      <RequestFiltersCard state={state} keys={keys.data ?? []} />
      <Card aria-labelledby="requests-title">
        <CardHead>
          <h2 id="requests-title">{t('Requests')}</h2>
          <Row $gap={12}>
            <State role="status">
              {isPaused ? (
                t('Paused')
              ) : (
                <>
                  <Pulse />
                  {t('Live')}
                </>
              )}
            </State>
            <Turn isSmall onClick={() => setIsPaused(!isPaused)}>
              <TurnIcon size={14} strokeWidth={1.75} aria-hidden="true" />
              {isPaused ? t('Resume') : t('Pause')}
            </Turn>
          </Row>
        </CardHead>
        <Part query={list} waiting={<WaitingRequests />} failure={t('The log of requests could not be read')}>
          {({ pages }) => {
            const rows = pages.flatMap((page) => page.rows)
            if (rows.length > 0) return <RequestRows rows={rows} names={namesOf(keys.data)} />
            return hasFilters ? <NoSuchRequest onClear={state.clear} /> : <NoRequests />
          }}
        </Part>
        {list.hasNextPage && (
          <CardFoot>
            <Button isSmall isBusy={list.isFetchingNextPage} onClick={more}>
              {t('Load more')}
            </Button>
          </CardFoot>
        )}
      </Card>
    </>
  )
}

const namesOf = (keys: readonly { id: string; name: string }[] = []) => new Map(keys.map(({ id, name }) => [id, name]))

function RequestRows({ rows, names }: { rows: LoggedRequest[]; names: ReadonlyMap<string, string> }) {
  // The day may end while it is looked at.
  const now = useServerNow(60_000)
  return (
    <GridTable aria-labelledby="requests-title">
      <Heads />
      <RowGroup>
        {rows.map((row) =>
          row.kind === 'request' ? (
            <RequestLine
              key={idOfRow(row)}
              request={row}
              moment={momentOf(row.at, now)}
              keyName={nameOfKey(row.keyId, names)}
            />
          ) : (
            <DroppedRow key={idOfRow(row)} dropped={row} moment={momentOf(row.at, now)} />
          ),
        )}
      </RowGroup>
    </GridTable>
  )
}

const Heads = () => (
  <RowGroup>
    <RequestHeads>
      <HeadCell>{t('Status')}</HeadCell>
      <HeadCell>{t('Time')}</HeadCell>
      <HeadCell>{t('Request')}</HeadCell>
      <HeadCell $isRight>{t('Duration')}</HeadCell>
      <HeadCell>{t('Key')}</HeadCell>
      <HeadCell $isRight>{t('Actions')}</HeadCell>
    </RequestHeads>
  </RowGroup>
)

/** The heads are real from the first paint. */
const WaitingRequests = () => (
  <GridTable aria-labelledby="requests-title">
    <Heads />
    <RowGroup>
      {[1, 2, 3, 4, 5].map((row) => (
        <RequestRow key={row}>
          <RequestCell $area="status">
            <Skeleton $width="92px" $height={24} />
          </RequestCell>
          <RequestCell $area="time">
            <Skeleton $width="64px" />
          </RequestCell>
          <RequestCell $area="key">
            <Skeleton $width="60%" />
          </RequestCell>
        </RequestRow>
      ))}
    </RowGroup>
  </GridTable>
)
