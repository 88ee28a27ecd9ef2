import { createHash } from 'node:crypto'
import type { JobRequest } from '@utter/contracts/http/job-request'
import { progress, rank, ttsDefaults } from '@utter/contracts/jobs'
import type { Job } from './job.ts'

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
  return {
    _id: id,
    userId,
    requestId: request.requestId,
    bodyHash: hashOf(kind, request),
    kind,
    sessionId: request.sessionId,
    userText: request.userText,
    voiceId: request.voiceId,
    ttsSettings: { ...ttsDefaults, ...definedOf(request.ttsSettings ?? {}) },
    ...(request.metadata && { metadata: request.metadata }),
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
    ...(keyId !== undefined && { keyId }),
    cached: false,
    createdAt: now,
    updatedAt: now,
  }
}

const definedOf = <T extends object>(settings: T) =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

/** Two requests are the same when every field that we read is; the order of keys does not matter. */
function hashOf(kind: string, request: JobRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, sorted(request)]))
    .digest('base64url')
}

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
