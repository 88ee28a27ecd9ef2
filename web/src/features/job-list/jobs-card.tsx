import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Button } from '../../ui/form/button.tsx'
import { Card, CardHead } from '../../ui/layout/card.tsx'
import { Hidden } from '../../ui/layout/hidden.tsx'
import { Row } from '../../ui/layout/text.tsx'
import { hasFilters } from './filter-rows.ts'
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
  return (
    <Card aria-labelledby="jobs">
      <CardHead>
        <h2 id="jobs">
          Jobs <Count>{isVisitor ? '0' : count}</Count>
        </h2>
        <Hidden role="status">{isFiltered && rows ? `${count} jobs found` : ''}</Hidden>
        <Row $gap={16}>
          {older.search && (
            <Button isSmall isBusy={older.isSearching} onClick={older.search}>
              Search older jobs
            </Button>
          )}
          {aside}
        </Row>
      </CardHead>
      {isVisitor || rows?.length === 0 ? (
        <NothingFound isVisitor={isVisitor} onClear={isFiltered ? onClear : undefined} />
      ) : rows ? (
        <JobTable
          rows={rows}
          list={`${filters.status} ${filters.code} ${filters.text}`}
          openId={openId}
          onOpen={onOpen}
        />
      ) : (
        <WaitingTable />
      )}
    </Card>
  )
}
