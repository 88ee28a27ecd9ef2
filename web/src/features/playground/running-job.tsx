import type { JobKind } from '@utter/contracts/http/jobs/batch'
import type { JobView, Submitted } from '@utter/contracts/http/jobs/job-views'
import type { WordTime } from '@utter/contracts/http/jobs/word-times'
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
  /** Its sound while that is spoken, and the words that can be heard so far, where the plan has them. */
  live: { url: string; words?: WordTime[] } | undefined
}

/** A job on its way, which is heard as soon as it can be. */
export function RunningJob({ kind, status, job, submitted, written, live }: RunningJobProps) {
  const reply = job?.aiResponse ?? written
  const words = live?.words ?? []
  return (
    <>
      <Running
        kind={kind}
        status={status}
        percent={job?.progress ?? 0}
        position={job ? job.position : submitted?.position}
        expectedSeconds={job?.expectedSeconds ?? submitted?.expectedSeconds}
        reply={words.length > 0 ? undefined : (reply ?? '')}
      />
      {job && live && (
        <ListenLive
          soundKey={job.id}
          url={live.url}
          text={reply ?? (kind === 'tts' ? job.userText : '')}
          words={words}
        />
      )}
    </>
  )
}
