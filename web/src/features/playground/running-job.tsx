import type { JobKind } from '@utter/contracts/http/jobs/batch'
import type { JobView, Submitted } from '@utter/contracts/http/jobs/job-views'
import type { JobStatus } from '@utter/contracts/jobs'
import { Running } from '../jobs/rows/running.tsx'
import { ListenLive } from '../player/listen-live.tsx'

interface RunningJobProps {
  kind: JobKind
  status: JobStatus
  job: JobView | undefined
  submitted: Submitted | undefined
  /** The reply as far as it is written. */
  written: string | undefined
  /** The address of its sound while that is spoken. */
  liveUrl: string | undefined
}

/** A job on its way, which is heard as soon as it can be. */
export const RunningJob = ({ kind, status, job, submitted, written, liveUrl }: RunningJobProps) => (
  <>
    <Running
      kind={kind}
      status={status}
      percent={job?.progress ?? 0}
      position={job ? job.position : submitted?.position}
      expectedSeconds={job?.expectedSeconds ?? submitted?.expectedSeconds}
      reply={job?.aiResponse ?? written ?? ''}
    />
    {job && liveUrl !== undefined && <ListenLive soundKey={job.id} url={liveUrl} />}
  </>
)
