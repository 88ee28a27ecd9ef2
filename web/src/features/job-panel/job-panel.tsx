import { useQuery } from '@tanstack/react-query'
import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { type KeyboardEvent, useState } from 'react'
import { t } from '../../lib/language/words.ts'
import { useSeenJob } from '../../lib/toasts.ts'
import { Panel } from '../../ui/overlay/panel.tsx'
import { jobQuery } from '../jobs/live/queries.ts'
import { rowButtonId } from '../jobs/rows/row-button.ts'
import { JobActs } from './acts/job-acts.tsx'
import { JobDetailsView } from './job-details.tsx'
import { JobHead } from './job-head.tsx'
import { neighbourOf } from './neighbour.ts'
import { NoDetails } from './no-details.tsx'
import { useFollowed } from './use-followed.ts'

const titleCharacters = 13

export interface JobPanelProps {
  /** Undefined: it is closed, or closes. */
  openId: string | undefined
  /** The list that it was opened from, in the order of the arrow keys. */
  rows: readonly JobRow[]
  onOpen: (jobId: string) => void
  onClose: () => void
}

/** The panel with everything about one job, next to its list. */
export function JobPanel({ openId, rows, onOpen, onClose }: JobPanelProps) {
  // While it slides out it still shows its job.
  const [jobId, setJobId] = useState(openId ?? '')
  if (openId !== undefined && openId !== jobId) setJobId(openId)
  const isOpen = openId !== undefined
  // The address follows later: until then a job that was just deleted must not be asked for.
  const [deletedId, setDeletedId] = useState<string>()
  if (!isOpen && deletedId !== undefined) setDeletedId(undefined)
  const job = useQuery({ ...jobQuery(jobId), enabled: isOpen && jobId !== deletedId })
  useSeenJob(openId)
  useFollowed(isOpen ? job.data : undefined)

  const onDeleted = () => {
    setDeletedId(jobId)
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = neighbourOf(event, rows, jobId)
    if (!next) return
    event.preventDefault()
    onOpen(next.id)
  }
  return (
    <Panel
      isOpen={isOpen}
      onClose={onClose}
      onReturnFocus={() => document.getElementById(rowButtonId(jobId))?.focus()}
      onKeyDown={onKeyDown}
      title={t('Job {id}', { id: jobId.slice(0, titleCharacters) })}
      head={
        <JobHead
          jobId={jobId}
          job={job.data ?? rows.find(({ id }) => id === jobId)}
          isShared={job.data?.share !== undefined}
        />
      }
      foot={job.data && <JobActs job={job.data} onOpen={onOpen} onDeleted={onDeleted} />}
    >
      {job.data ? (
        <JobDetailsView key={jobId} job={job.data} />
      ) : (
        <NoDetails error={job.error} onRetry={() => void job.refetch()} />
      )}
    </Panel>
  )
}
