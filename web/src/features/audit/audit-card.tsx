import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditRow } from '@utter/contracts/http/account/audit'
import { useState } from 'react'
import styled from 'styled-components'
import { useServerNow } from '../../lib/hooks/use-now.ts'
import { t } from '../../lib/language/words.ts'
import { narrow } from '../../theme.ts'
import { TimeAgo } from '../../ui/data/time-ago.tsx'
import { Button } from '../../ui/form/button.tsx'
import { CheckLine } from '../../ui/form/check-line.tsx'
import { Card, CardFoot, CardHead } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Part } from '../../ui/layout/part.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { toastRefusal } from '../session/toast-refusal.ts'
import { sentenceOfRow, sourceOfRow } from './audit-labels.ts'
import { auditQuery } from './queries.ts'

/** A scrolling window, so that what is below the log stays within reach. */
const Window = styled.section`
  max-height: 400px;
  overflow: auto;
  border-top: 1px solid var(--line);
  &:focus-visible { outline-offset: -2px; }
`

const Line = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: 0 16px;
  min-height: 56px;
  padding: 8px 20px;
  border-top: 1px solid var(--line);
  &:first-child { border-top: 0; }
  ${narrow} { padding: 8px 16px; }

  b { display: block; font-weight: 500; overflow-wrap: anywhere; }
  small, time { color: var(--fg-3); font-size: 13px; font-variant-numeric: tabular-nums; }
`

/** The sentence beside it wraps instead. */
const Choice = styled(CheckLine)`
  flex: none;
`

export function AuditCard() {
  const [withFailures, setWithFailures] = useState(false)
  const audit = useInfiniteQuery(auditQuery(withFailures))
  const more = async () => {
    const { isError, error } = await audit.fetchNextPage()
    if (isError) toastRefusal(error, t('Failed to process request'))
  }
  return (
    <Card id="audit" aria-labelledby="audit-title">
      <CardHead>
        <hgroup>
          <h2 id="audit-title">{t('Audit log')}</h2>
          <p>{t('What was done to this account, kept for 180 days.')}</p>
        </hgroup>
        <Choice>
          <input type="checkbox" checked={withFailures} onChange={({ target }) => setWithFailures(target.checked)} />
          {t('Failed log-ins')}
        </Choice>
      </CardHead>
      <Part query={audit} waiting={<Waiting />} failure={t('The audit log could not be read')}>
        {({ pages }) => <Rows rows={pages.flatMap(({ rows }) => rows)} />}
      </Part>
      {audit.hasNextPage && (
        <CardFoot>
          <Button isSmall isBusy={audit.isFetchingNextPage} onClick={more}>
            {t('Load more')}
          </Button>
        </CardFoot>
      )}
    </Card>
  )
}

function Rows({ rows }: { rows: AuditRow[] }) {
  const now = useServerNow(15_000)
  if (rows.length === 0)
    return <EmptyState title={t('Nothing here yet')} text={t('Log-ins and changes of the account stand here.')} />
  return (
    // Focusable, since scrolling content must be reached by the keyboard.
    <Window aria-label={t('Entries of the audit log')} tabIndex={0}>
      <ul>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries of one instant may be equal; new ones come at the top.
          <Line key={`${row.at} ${rows.length - index}`}>
            <span>
              <b>{sentenceOfRow(row)}</b>
              <small>{sourceOfRow(row)}</small>
            </span>
            <TimeAgo at={row.lastAt ?? row.at} now={now} />
          </Line>
        ))}
      </ul>
    </Window>
  )
}

const WaitingLine = styled(Skeleton)`
  margin: 4px 0;
`

const Waiting = () => (
  <Window as="div">
    <ul>
      {['38%', '46%', '30%'].map((width) => (
        <Line key={width}>
          <span>
            <WaitingLine $width={width} />
            <WaitingLine $width="56%" />
          </span>
          <Skeleton $width="64px" />
        </Line>
      ))}
    </ul>
  </Window>
)
