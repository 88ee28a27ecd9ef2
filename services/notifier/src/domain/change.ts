import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { isFinal, type JobStatus, type VoiceInstead } from '@utter/contracts/jobs'

/** A version of a job, as a stream sends it. */
export type Change = {
  userId: string
  jobId: string
  version: number
  /** When the job changed, however late that was published. */
  at: Date
  /** The step of the timeline, where the source names it. */
  step?: string
  status: JobStatus
  progress: number
  audioUrl?: string
  voiceUsed?: string
  provider?: string
  voicesInstead?: VoiceInstead[]
  error?: string
}

/** The identity of a change, the same however often it is published. */
export const keyOf = ({ jobId, version }: Pick<Change, 'jobId' | 'version'>): string => `${jobId} ${version}`

type Speaker = { [Name in 'voiceUsed' | 'provider' | 'voicesInstead']?: Change[Name] | undefined }

/** The voice that has spoken a job, its provider, and those that spoke in the place of voices of its marks, as far as they are known. */
export const spokenBy = ({ voiceUsed, provider, voicesInstead }: Speaker) => ({
  ...(voiceUsed !== undefined && { voiceUsed }),
  ...(provider !== undefined && { provider }),
  ...(voicesInstead && { voicesInstead }),
})

/** The changes that a job's timeline holds above a version, oldest first. Only the last one can be final. */
export function changesAbove(
  userId: string,
  job: Pick<JobView, 'id' | 'timeline' | 'audioUrl' | keyof Speaker | 'error'>,
  version: number,
): Change[] {
  return job.timeline
    .filter((entry) => entry.version > version)
    .map((entry) => ({
      userId,
      jobId: job.id,
      version: entry.version,
      at: new Date(entry.at),
      step: entry.step,
      status: entry.status,
      progress: entry.progress,
      ...(isFinal(entry.status) && job.audioUrl !== undefined && { audioUrl: job.audioUrl }),
      ...(isFinal(entry.status) && spokenBy(job)),
      ...(isFinal(entry.status) && job.error !== undefined && { error: job.error }),
    }))
}

/** The SSE data: an unnamed event of the specification's shape. */
export const jobEventOf = ({ status, progress, audioUrl, error, ...change }: Change) => ({
  status,
  progress,
  ...(audioUrl !== undefined && { audioUrl }),
  ...spokenBy(change),
  ...(error !== undefined && { error }),
})
