import type { TraceStage } from '@utter/contracts/http/jobs/job-trace'

/** Milliseconds are counted from the beginning of the job's first stage. */
export interface Segment {
  kind: 'work' | 'failed' | 'pause'
  fromMs: number
  toMs: number
}

/** A stage of a job, as the panel draws it. */
export interface JobStage {
  name: TraceStage['stage']
  state: 'done' | 'running' | 'failed' | 'skipped' | 'to come'
  /** Tries and the pauses between them; none where no time is known. */
  segments: Segment[]
  /** How long it took, or has taken so far. */
  ms?: number | undefined
  note?: string | undefined
}
