import type { JobRow } from '@utter/contracts/http/job-views'
import { paths } from '@utter/contracts/screens'
import { ArrowRight } from 'lucide-react'
import styled from 'styled-components'
import { localTime, timeAgo } from '../../lib/times.ts'
import { useNow } from '../../lib/use-now.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { Progress } from '../../ui/progress.tsx'
import {
  CreatedCell,
  HeadCell,
  HeadRow,
  IdCell,
  ProgressCell,
  Row,
  RowGroup,
  StatusCell,
  Table,
  TextCell,
} from './grid.tsx'
import { JobId } from './job-id.tsx'
import { NoJobsYet } from './no-jobs-yet.tsx'
import { WaitingRows } from './waiting-rows.tsx'

const columns = '96px 124px 136px minmax(0, 1fr) 116px'
const heads = ['Job ID', 'Status', 'Progress', 'User Text', 'Created']

const ViewAll = styled(LinkButton)`
  margin-right: -10px;
`

interface RecentJobsProps {
  /** Undefined while they are on the way. */
  rows: JobRow[] | undefined
  isVisitor: boolean
}

export function RecentJobs({ rows, isVisitor }: RecentJobsProps) {
  const now = useNow(15_000)
  const isEmpty = isVisitor || rows?.length === 0
  return (
    <Card aria-labelledby="recent-jobs">
      <CardHead>
        <h2 id="recent-jobs">Recent Jobs</h2>
        {!isEmpty && (
          <ViewAll to={paths.jobs} look="ghost" isSmall>
            View all
            <ArrowRight size={14} strokeWidth={1.75} aria-hidden="true" />
          </ViewAll>
        )}
      </CardHead>
      {isEmpty ? (
        <NoJobsYet isVisitor={isVisitor} />
      ) : (
        <Table aria-labelledby="recent-jobs" aria-busy={!rows}>
          <RowGroup>
            <HeadRow $columns={columns}>
              {heads.map((head) => (
                <HeadCell key={head}>{head}</HeadCell>
              ))}
            </HeadRow>
          </RowGroup>
          <RowGroup>
            {rows ? rows.map((job) => <JobLine key={job.id} job={job} now={now} />) : <WaitingRows columns={columns} />}
          </RowGroup>
        </Table>
      )}
    </Card>
  )
}

const JobLine = ({ job, now }: { job: JobRow; now: number }) => (
  <Row $columns={columns}>
    <IdCell>
      <JobId id={job.id} characters={8} />
    </IdCell>
    <StatusCell>
      <StatusBadge status={job.status} />
    </StatusCell>
    <ProgressCell>
      <Progress status={job.status} percent={job.progress} />
    </ProgressCell>
    <TextCell title={job.userText}>{job.userText}</TextCell>
    <CreatedCell>
      <time dateTime={job.createdAt} title={localTime(job.createdAt)}>
        {timeAgo(job.createdAt, now)}
      </time>
    </CreatedCell>
  </Row>
)
