import * as z from 'zod/mini'
import { Instant, JobId } from '../ids.ts'
import { JobStatus, TtsSettings } from '../jobs.ts'

/** What a list shows of a job. */
export const JobRow = z.object({
  id: JobId,
  status: JobStatus,
  /** 0 to 100. */
  progress: z.int(),
  userText: z.string(),
  voiceId: z.string(),
  createdAt: Instant,
  /** Signed, good for 7 days from the reading, relative to the origin. */
  audioUrl: z.optional(z.string()),
  error: z.optional(z.string()),
  /** `cancelled` for a cancelled job, whose status is `failed` as well. */
  code: z.optional(z.string()),
  version: z.int(),
})
export type JobRow = z.infer<typeof JobRow>
export const JobRows = z.array(JobRow)

/** One change of a job: `version` counts them from 1 without a gap. */
export const TimelineEntry = z.object({
  version: z.int(),
  at: Instant,
  /** The name of the step: submitted, chat-started, reply-written, …, completed, failed. */
  step: z.string(),
  status: JobStatus,
  progress: z.int(),
  note: z.optional(z.string()),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** One job, whole, as its owner sees it. */
export const JobView = z.extend(JobRow, {
  requestId: z.string(),
  sessionId: z.string(),
  ttsSettings: TtsSettings,
  metadata: z.optional(z.record(z.string(), z.unknown())),
  webhookUrl: z.optional(z.string()),
  webhookDelivered: z.boolean(),
  webhookAttempts: z.int(),
  aiResponse: z.optional(z.string()),
  cached: z.boolean(),
  /** Milliseconds from submission to the final state. */
  processingTime: z.optional(z.int()),
  /** Milliseconds of sound. */
  durationMs: z.optional(z.int()),
  peaks: z.optional(z.array(z.number())),
  /** Position among the account's waiting jobs, from 1; absent once it is active. */
  position: z.optional(z.int()),
  expectedSeconds: z.optional(z.int()),
  updatedAt: Instant,
  completedAt: z.optional(Instant),
  timeline: z.array(TimelineEntry),
})
export type JobView = z.infer<typeof JobView>

/** `202` of a submission. */
export const Submitted = z.object({
  jobId: JobId,
  status: JobStatus,
  position: z.int(),
  expectedSeconds: z.int(),
  links: z.object({ job: z.string(), events: z.string() }),
})
export type Submitted = z.infer<typeof Submitted>

/** `200` of a submission: a double of an earlier one, or one that ended within `Prefer: wait`. */
export const Answered = z.object({
  jobId: JobId,
  status: JobStatus,
  audioUrl: z.optional(z.string()),
  aiResponse: z.optional(z.string()),
  error: z.optional(z.string()),
  cached: z.boolean(),
  processingTime: z.optional(z.int()),
  links: z.object({ job: z.string(), events: z.string() }),
})
export type Answered = z.infer<typeof Answered>

/** An account's own totals. `queueLength` counts pending jobs. */
export const Stats = z.object({
  totalJobs: z.int(),
  completedJobs: z.int(),
  failedJobs: z.int(),
  queueLength: z.int(),
  lastHour: z.object({ totalJobs: z.int(), completedJobs: z.int(), failedJobs: z.int() }),
  hourBefore: z.object({ totalJobs: z.int(), completedJobs: z.int(), failedJobs: z.int() }),
})
export type Stats = z.infer<typeof Stats>

/** The unnamed event of `GET /api/events/{jobId}`; its SSE id is the job's version. */
export const JobEvent = z.object({
  status: JobStatus,
  progress: z.int(),
  audioUrl: z.optional(z.string()),
  error: z.optional(z.string()),
})
export type JobEvent = z.infer<typeof JobEvent>

/** The unnamed event of `GET /api/events`: one change of any of the account's jobs. */
export const AccountJobEvent = z.extend(JobEvent, { jobId: JobId, version: z.int() })
export type AccountJobEvent = z.infer<typeof AccountJobEvent>
