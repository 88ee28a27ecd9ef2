import type { ReactNode } from 'react'
import styled from 'styled-components'
import { counted } from '../../lib/format/counted.ts'
import { t } from '../../lib/language/words.ts'
import { Button } from '../../ui/form/button.tsx'
import { Card, CardHead } from '../../ui/layout/card.tsx'
import { Hidden } from '../../ui/layout/hidden.tsx'
import { Row } from '../../ui/layout/text.tsx'
import { chooseByKey } from './choice/choice-keys.ts'
import { ChoiceSlot } from './choice/choice-slot.tsx'
import { useChoice } from './choice/use-choice.ts'
import { hasFilters } from './filters/filter-rows.ts'
import { JobTable, WaitingTable } from './job-table.tsx'
import { NothingFound } from './nothing-found.tsx'
import type { FoundJobs } from './use-found-jobs.ts'

const Count = styled.span`
  margin-left: 4px;
  color: var(--fg-3);
  font-weight: 400;
  font-variant-numeric: tabular-nums;
`

interface JobsCardProps {
  found: FoundJobs
  isVisitor: boolean
  openId: string | undefined
  onOpen: (jobId: string) => void
  onClear: () => void
  /** Shown at the end of the title's line. */
  aside: ReactNode
}

export function JobsCard({ found, isVisitor, openId, onOpen, onClear, aside }: JobsCardProps) {
  const { rows, count, filters, older } = found
  const isFiltered = hasFilters(filters)
  const choice = useChoice(rows)
  return (
    <Card aria-labelledby="jobs">
      <CardHead>
        <h2 id="jobs">
          {t('Jobs')} <Count>{isVisitor ? '0' : count}</Count>
        </h2>
        <Hidden role="status">
          {choice.rows.length > 0 ? counted(choice.rows.length, 'job chosen', 'jobs chosen') : ''}
        </Hidden>
        <Hidden role="status">{isFiltered && rows ? t('{count} jobs found', { count }) : ''}</Hidden>
        <Row $gap={16}>
          {older.search && (
            <Button isSmall isBusy={older.isSearching} onClick={older.search}>
              {t('Search older jobs')}
            </Button>
          )}
          {aside}
        </Row>
      </CardHead>
      {isVisitor || rows?.length === 0 ? (
        <NothingFound isVisitor={isVisitor} onClear={isFiltered ? onClear : undefined} />
      ) : rows ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: keys of the controls within.
        <div onKeyDown={(event) => chooseByKey(event, choice)}>
          <JobTable
            rows={rows}
            list={`${filters.status} ${filters.code} ${filters.tag} ${filters.text}`}
            openId={openId}
            onOpen={onOpen}
            choice={choice}
          />
          <ChoiceSlot choice={choice} shownCount={rows.length} />
        </div>
      ) : (
        <WaitingTable />
      )}
    </Card>
  )
}
