import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { counted } from '../../../lib/format/counted.ts'
import { useServerNow } from '../../../lib/hooks/use-now.ts'
import { GridTable, RowGroup } from '../../../ui/data/grid-table.ts'
import { Card, CardHead } from '../../../ui/layout/card.tsx'
import { RowActions } from '../../job-list/row-actions.tsx'
import { queueColumns as columns } from '../../jobs/rows/columns.ts'
import { columnsStyle } from '../../jobs/rows/grid.tsx'
import { JobLine } from '../../jobs/rows/job-line.tsx'
import { TableHead } from '../../jobs/rows/table-head.tsx'
import { useRowStop } from '../../jobs/rows/use-row-stop.ts'

interface BatchJobsCardProps {
  /** 100 at most: all of them are in the document. */
  rows: readonly JobRow[]
  openId: string | undefined
  onOpen: (jobId: string) => void
}

/** The jobs of a batch in its order, to be heard, saved and opened. */
export function BatchJobsCard({ rows, openId, onOpen }: BatchJobsCardProps) {
  const now = useServerNow(15_000)
  const { stopId, ...stops } = useRowStop(rows)
  return (
    <Card aria-labelledby="batch-jobs">
      <CardHead>
        <h2 id="batch-jobs">{counted(rows.length, 'line')}</h2>
      </CardHead>
      <GridTable aria-labelledby="batch-jobs" style={columnsStyle(columns)}>
        <TableHead {...columns} />
        <RowGroup {...stops}>
          {rows.map((job) => (
            <JobLine
              key={job.id}
              job={job}
              columns={columns}
              now={now}
              isOpen={job.id === openId}
              isStop={job.id === stopId}
              onOpen={onOpen}
              Actions={RowActions}
            />
          ))}
        </RowGroup>
      </GridTable>
    </Card>
  )
}
