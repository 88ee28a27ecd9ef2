import { createHash } from 'node:crypto'
import type { JobRequest } from '@utter/contracts/http/jobs/job-request'
import { progress, rank, ttsDefaults } from '@utter/contracts/jobs'
import { cacheKeyOf } from './cache-key.ts'
import { storedMap } from './free-map.ts'
import type { Job } from './job.ts'
import { laneOfText } from './lane.ts'
import { storedSpeakers } from './speakers.ts'

/**
 * A job as it is inserted: `submitting`, until its call is taken. A job without the chat step starts where its reply is written.
 * @param keyId the API key that submits it; none: a session
 */
export function newJob(
  kind: Job['kind'],
  userId: string,
  request: JobRequest,
  id: string,
  now: Date,
  keyId?: string,
): Job {
  const { sessionId, userText, voiceId, language, textNormalization, fallback, seed, check, stream, ssml, speakers } =
    request
  const ttsSettings = { ...ttsDefaults, ...definedOf(request.ttsSettings ?? {}) }
  const reading = { ...(language && { language }), ...(textNormalization && { textNormalization }) }
  const dialogue = speakers && { speakers: storedSpeakers(speakers) }
  const spoken = { ...reading, ...dialogue, ...(seed !== undefined && { seed }), ...(check && { check }) }
  const cacheKey = cacheKeyOf({ kind, sessionId, userText, voiceId, ttsSettings, ...spoken })
  return {
    _id: id,
    userId,
    requestId: request.requestId,
    // Whether it is heard meanwhile makes no other job.
    bodyHash: hashOf([kind, { ...request, ttsSettings: chosenOf(request.ttsSettings), stream: undefined }]),
    kind,
    sessionId,
    userText,
    voiceId,
    ttsSettings,
    ...spoken,
    ...(ssml && { ssml }),
    ...(fallback && { fallback }),
    ...(stream && { stream }),
    ...(request.metadata && { metadata: storedMap(request.metadata) }),
    ...(request.tags && request.tags.length > 0 && { tags: request.tags }),
    ...(request.webhookUrl && { webhookUrl: request.webhookUrl }),
    webhookDelivered: false,
    webhookAttempts: 0,
    status: 'submitting',
    queue: 'none',
    rank: kind === 'reply' ? rank.submitted : rank.replyWritten,
    progress: progress.submitted,
    version: 0,
    timeline: [],
    attempt: 0,
    startedAttempt: 0,
    starts: 0,
    batch: 0,
    ...(kind === 'tts' && laneOfText(userText)),
    ...(keyId !== undefined && { keyId }),
    cached: false,
    ...(cacheKey !== undefined && { cacheKey }),
    createdAt: now,
    updatedAt: now,
  }
}

/**
 * A job as it is inserted that repeats an earlier one: from its reply it starts where that is written, and asks no model.
 * @param draft of the request that follows from both
 */
export function retried(draft: Job, earlier: Pick<Job, '_id' | 'aiResponse'>, from: 'start' | 'reply'): Job {
  const retry = { ...draft, retryOf: earlier._id, bodyHash: hashOf([draft.bodyHash, earlier._id, from]) }
  if (from === 'start') return retry
  // Another model may have written the reply, so this job is reused for no other.
  const { cacheKey: _, ...uncached } = retry
  return {
    ...uncached,
    rank: rank.replyWritten,
    ...(earlier.aiResponse !== undefined && { aiResponse: earlier.aiResponse, ...laneOfText(earlier.aiResponse) }),
  }
}

/** A job of a batch, at its place there. Its time is that of the batch, earlier by as many milliseconds as jobs follow it, so that they keep their order. */
export const batched = (draft: Job, batchId: string, batchIndex: number, jobs: number): Job => ({
  ...draft,
  batch: 1,
  batchId,
  batchIndex,
  createdAt: new Date(draft.createdAt.getTime() - (jobs - 1 - batchIndex)),
})

export const definedOf = <T extends object>(settings: T) =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

/** The settings that differ from the defaults, which a job that was read has all; undefined for none. */
function chosenOf(settings: JobRequest['ttsSettings']): object | undefined {
  const chosen = Object.entries(definedOf(settings ?? {})).filter(
    ([name, value]) => value !== (ttsDefaults as Record<string, unknown>)[name],
  )
  return chosen.length > 0 ? Object.fromEntries(chosen) : undefined
}

/** Two requests are the same when every field that we read is; the order of keys does not matter. */
export const hashOf = (read: unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(read)))
    .digest('base64url')

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}
