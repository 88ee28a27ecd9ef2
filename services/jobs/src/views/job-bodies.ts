import type { Answered, JobRow, JobView, Submitted, WrittenJob } from '@utter/contracts/http/jobs/job-views'
import type { AudioAddresses } from '@utter/storage/audio/addresses'
import type { Estimates } from '../domain/estimates.ts'
import { sentMap } from '../domain/job/free-map.ts'
import { type ShownJob, spokenBy } from '../domain/job/job.ts'
import { speakersOf } from '../domain/job/speakers.ts'
import { traceOf } from '../domain/job/trace.ts'

type Signing = { audio: AudioAddresses; now: Date }
type Estimating = { estimates: Estimates; now: Date }

const linksOf = (id: string) => ({ job: `/api/jobs/${id}`, events: `/api/events/${id}` })
/** The address of a job's sound: of one from the cache that of the job that was spoken. */
export const addressOf = (job: ShownJob, { audio, now }: Signing): { audioUrl?: string } =>
  job.status === 'completed' ? { audioUrl: audio.sign(job.sameAs ?? job._id, now) } : {}

/** @param ahead number of the account's jobs that wait before it; undefined once it is active */
export function rowOf(job: ShownJob, signing: Signing, ahead?: number): JobRow {
  return {
    id: job._id,
    status: job.status,
    progress: job.progress,
    userText: job.userText,
    voiceId: job.voiceId,
    createdAt: job.createdAt.toISOString(),
    version: job.version,
    ...addressOf(job, signing),
    ...(job.error !== undefined && { error: job.error }),
    ...(job.code !== undefined && { code: job.code }),
    ...(job.tags && { tags: job.tags }),
    ...(ahead !== undefined && { position: ahead + 1 }),
  }
}

/** @param ahead number of the account's jobs that wait before it; undefined once it is active */
export function viewOf(job: ShownJob, signing: Signing & Estimating, ahead?: number): JobView {
  return {
    ...rowOf(job, signing, ahead),
    requestId: job.requestId,
    sessionId: job.sessionId,
    ttsSettings: job.ttsSettings,
    ...(job.language && { language: job.language }),
    ...(job.textNormalization && { textNormalization: job.textNormalization }),
    ...(job.ssml && { ssml: job.ssml }),
    ...(job.speakers && { speakers: speakersOf(job.speakers) }),
    ...(job.fallback && { fallback: job.fallback }),
    ...(job.seed !== undefined && { seed: job.seed }),
    ...(job.check && { check: job.check }),
    ...(job.work?.speech?.checked && { checked: job.work.speech.checked }),
    ...(job.stream && { stream: true as const }),
    ...(job.words && job.status === 'completed' && { words: true as const }),
    ...spokenBy(job),
    ...(job.metadata && { metadata: sentMap(job.metadata) }),
    ...(job.webhookUrl && { webhookUrl: job.webhookUrl }),
    webhookDelivered: job.webhookDelivered,
    webhookAttempts: job.webhookAttempts,
    ...(job.aiResponse !== undefined && { aiResponse: job.aiResponse }),
    cached: job.cached,
    ...(job.sameAs !== undefined && { sameAs: job.sameAs }),
    ...(job.retryOf !== undefined && { retryOf: job.retryOf }),
    ...(job.batchId !== undefined && { batchId: job.batchId }),
    ...(job.section && { workId: job.section.workId, chapterId: job.section.chapterId }),
    ...(job.completedAt && {
      completedAt: job.completedAt.toISOString(),
      processingTime: job.completedAt.getTime() - job.createdAt.getTime(),
    }),
    ...(job.expectedMs !== undefined && { expectedTime: job.expectedMs }),
    ...(job.audio && { durationMs: job.audio.durationMs, peaks: job.audio.peaks }),
    ...(job.audio?.pcmHash !== undefined && { pcmHash: job.audio.pcmHash }),
    ...(ahead !== undefined && { expectedSeconds: signing.estimates.secondsOf(job, ahead + 1, signing.now) }),
    updatedAt: job.updatedAt.toISOString(),
    timeline: job.timeline.map(({ at, step, ...entry }, index) => ({
      version: index + 1,
      at: at.toISOString(),
      step: stepNameOf(step),
      ...entry,
    })),
    ...(job.traceId && { traceId: job.traceId }),
    ...(job.share && { share: { since: job.share.since.toISOString(), text: job.share.text } }),
    trace: traceOf(job),
    cost: { calls: job.call?.owed ? 1 : 0 },
  }
}

/** The step of a timeline entry; documents of before 2026-11-25 name the activation `placed`. */
const stepNameOf = (step: string): string => (step === 'placed' ? 'activated' : step)

export const submittedOf = (job: ShownJob, ahead: number, { estimates, now }: Estimating): Submitted => ({
  jobId: job._id,
  status: job.status,
  position: job.queue === 'waiting' ? ahead + 1 : 0,
  expectedSeconds: estimates.secondsOf(job, job.queue === 'waiting' ? ahead + 1 : 0, now),
  links: linksOf(job._id),
})

/** A job after a write, to a key that may not read jobs. */
export const writtenOf = ({ _id, status, code }: ShownJob): WrittenJob => ({
  id: _id,
  status,
  ...(code !== undefined && { code }),
  links: linksOf(_id),
})

/** @param mayRead whether the answer is for somebody who may read jobs */
export const answeredOf = (job: ShownJob, signing: Signing, mayRead: boolean): Answered => ({
  jobId: job._id,
  status: job.status,
  ...(mayRead && {
    ...addressOf(job, signing),
    ...(job.aiResponse !== undefined && { aiResponse: job.aiResponse }),
    ...(job.error !== undefined && { error: job.error }),
  }),
  ...(job.code !== undefined && { code: job.code }),
  cached: job.cached,
  ...(job.sameAs !== undefined && { sameAs: job.sameAs }),
  ...(job.completedAt && { processingTime: job.completedAt.getTime() - job.createdAt.getTime() }),
  links: linksOf(job._id),
})
