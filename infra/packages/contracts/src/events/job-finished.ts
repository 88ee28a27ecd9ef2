import * as z from 'zod/mini'
import { defineEvent } from '../event.ts'
import { Id, Instant, JobId } from '../ids.ts'
import { AudioRef, VoiceInstead } from '../jobs.ts'

/**
 * A job reached its one final state; jobs has accepted it, so it can be read at once. Published at least once, always
 * with the same version and content. `owed`: it costs a call; `period` is the start of the month in which the call
 * counts, `segment` (a start as well) the part of that month, where the plan changed inside it. Absent: the period's
 * first.
 */
export const JobFinished = defineEvent(
  'job.finished',
  'job-finished',
  z.object({
    jobId: JobId,
    /** Empty: customers write what they like into them, and nobody needs them here for 30 days. Consumers of before 2026-11-26 require both. */
    requestId: z.optional(z.string()),
    sessionId: z.optional(z.string()),
    status: z.enum(['completed', 'failed']),
    progress: z.int(),
    owed: z.boolean(),
    period: z.optional(Instant),
    segment: z.optional(Instant),
    cached: z.boolean(),
    /** On a job from the cache: the job whose sound it has. */
    sameAs: z.optional(JobId),
    audio: z.optional(AudioRef),
    /** The voice that has spoken, and its provider, where they are known. */
    voiceUsed: z.optional(z.string()),
    provider: z.optional(z.string()),
    /** Absent: each voice of its marks has spoken itself, or it has none. */
    voicesInstead: z.optional(z.array(VoiceInstead)),
    error: z.optional(z.string()),
    code: z.optional(z.string()),
    webhookUrl: z.optional(z.string()),
    /** The work of which it speaks a section: the account's webhook has the events of the work, and none of this. Absent: none. */
    workId: z.optional(Id),
    createdAt: Instant,
    completedAt: Instant,
  }),
)
