import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { paths } from '@utter/contracts/screens'
import { ArrowRight } from 'lucide-react'
import styled from 'styled-components'
import { useServerNow } from '../../../lib/hooks/use-now.ts'
import { t } from '../../../lib/language/words.ts'
import { GridTable, RowGroup } from '../../../ui/data/grid-table.ts'
import { LinkButton } from '../../../ui/form/button.tsx'
import { Card, CardHead } from '../../../ui/layout/card.tsx'
import { recentColumns as columns } from './columns.ts'
import { columnsStyle } from './grid.tsx'
import { JobLine } from './job-line.tsx'
import { NoJobsYet } from './no-jobs-yet.tsx'
import { TableHead } from './table-head.tsx'
import { useRowStop } from './use-row-stop.ts'
import { WaitingRows } from './waiting-rows.tsx'

const ViewAll = styled(LinkButton)`
  margin-right: -10px;
`

interface RecentJobsProps {
  /** Undefined while they are on the way. */
  rows: JobRow[] | undefined
  isVisitor: boolean
  openId: string | undefined
  onOpen: (jobId: string) => void
}

export function RecentJobs({ rows, isVisitor, openId, onOpen }: RecentJobsProps) {
  const now = useServerNow(15_000)
  const { stopId, ...stops } = useRowStop(rows)
  const isEmpty = isVisitor || rows?.length === 0
  return (
    <Card aria-labelledby="recent-jobs">
      <CardHead>
        <h2 id="recent-jobs">{t('Recent Jobs')}</h2>
        {!isEmpty && (
          <ViewAll to={paths.jobs} look="ghost" isSmall>
            {t('View all')}
            <ArrowRight size={14} strokeWidth={1.75} aria-hidden="true" />
          </ViewAll>
        )}
      </CardHead>
      {isEmpty ? (
        <NoJobsYet isVisitor={isVisitor} />
      ) : (
        <GridTable aria-labelledby="recent-jobs" aria-busy={!rows} style={columnsStyle(columns)}>
          <TableHead {...columns} />
          <RowGroup {...stops}>
            {rows?.map((job) => (
              <JobLine
                key={job.id}
                job={job}
                columns={columns}
                now={now}
                isOpen={job.id === openId}
                isStop={job.id === stopId}
                onOpen={onOpen}
              />
            )) ?? <WaitingRows columns={columns} />}
          </RowGroup>
        </GridTable>
      )}
    </Card>
  )
}
