import * as z from 'zod/mini'
import { Id, Instant, JobId } from '../../ids.ts'
import { Checked, Fallback, JobStatus, TtsSettings, VoiceInstead } from '../../jobs.ts'
import { DisabledReason } from '../disabled-reason.ts'
import { Speakers } from './dialogue.ts'
import { JobCost, TraceStage } from './job-trace.ts'
import { MetadataView } from './metadata.ts'
import { JobShare } from './share.ts'
import { WordTimes } from './word-times.ts'

/** A job as a list shows it. */
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
  /** Tags of the request; absent: none. */
  tags: z.optional(z.array(z.string())),
  /** Position among the account's waiting jobs, from 1; absent once it is active. */
  position: z.optional(z.int()),
  version: z.int(),
})
export type JobRow = z.infer<typeof JobRow>
export const JobRows = z.array(JobRow)

/** A change of a job: `version` counts them from 1 without a gap. */
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

/** By whom a job was spoken, where it is known: the id of the voice, and its provider. */
const spokenBy = {
  voiceUsed: z.optional(z.string()),
  provider: z.optional(z.string()),
  /** Absent: each voice of its marks has spoken itself, or it has none. */
  voicesInstead: z.optional(z.array(VoiceInstead)),
}

/** A job, whole, as its owner sees it. */
export const JobView = z.extend(JobRow, {
  requestId: z.string(),
  sessionId: z.string(),
  ttsSettings: TtsSettings,
  /** BCP 47; absent: by the text. */
  language: z.optional(z.string()),
  /** Absent: `auto`. */
  textNormalization: z.optional(z.enum(['off'])),
  /** Its text is SSML. */
  ssml: z.optional(z.literal(true)),
  /** Voices of a dialogue, whose lines begin with their names. */
  speakers: z.optional(Speakers),
  /** Absent: none. */
  fallback: z.optional(Fallback),
  /** Absent: none, the voice sounds a little different each time. */
  seed: z.optional(z.int()),
  /** How the request has it checked; absent: by its shape. */
  check: z.optional(z.literal('words')),
  /** How it was checked, where that is known. */
  checked: z.optional(Checked),
  /** Its words have times; absent: they have none, or it has not ended. */
  words: z.optional(z.literal(true)),
  /** It can be heard as it is spoken; absent: not. */
  stream: z.optional(z.literal(true)),
  ...spokenBy,
  metadata: z.optional(MetadataView),
  webhookUrl: z.optional(z.string()),
  webhookDelivered: z.boolean(),
  webhookAttempts: z.int(),
  aiResponse: z.optional(z.string()),
  /** From the cache, free: the job `sameAs` is the one that was spoken. */
  cached: z.boolean(),
  sameAs: z.optional(JobId),
  /** The job that this one repeats. */
  retryOf: z.optional(JobId),
  batchId: z.optional(Id),
  /** The work, and its chapter, of which it speaks a section; absent: none. */
  workId: z.optional(Id),
  chapterId: z.optional(Id),
  /** Milliseconds from submission to the final state. */
  processingTime: z.optional(z.int()),
  expectedTime: z.optional(z.int()),
  /** Milliseconds of sound. */
  durationMs: z.optional(z.int()),
  peaks: z.optional(z.array(z.number())),
  /** SHA-256 of what the voice has spoken, in hex; absent: not spoken yet, or by a version that did not make it. */
  pcmHash: z.optional(z.string()),
  expectedSeconds: z.optional(z.int()),
  updatedAt: Instant,
  completedAt: z.optional(Instant),
  timeline: z.array(TimelineEntry),
  /** The W3C trace id (32 hexadecimal digits) of its submission, which logs and spans of its whole course have too. */
  traceId: z.optional(z.string()),
  /** Absent: it is not shared. */
  share: z.optional(JobShare),
  // With defaults: a replica of the version before sends neither.
  trace: z._default(z.array(TraceStage), []),
  cost: z._default(JobCost, { calls: 1 }),
})
export type JobView = z.infer<typeof JobView>

const Links = z.object({ job: z.string(), events: z.string() })

/** The parts of a request that nobody reads, a sentence each; absent: none. */
export const warnings = z.optional(z.array(z.string()))

/** `202` of a submission. */
export const Submitted = z.object({
  jobId: JobId,
  status: JobStatus,
  position: z.int(),
  expectedSeconds: z.int(),
  warnings,
  links: Links,
})
export type Submitted = z.infer<typeof Submitted>

/** A job as a key that may not read jobs sees it after a write: no text, no reply, no sound. */
export const WrittenJob = z.object({ id: JobId, status: JobStatus, code: z.optional(z.string()), links: Links })
export type WrittenJob = z.infer<typeof WrittenJob>

/**
 * `200` of a submission: a double of an earlier one, one from the cache, or one that ended within `Prefer: wait`. To a key that may not
 * read jobs without `audioUrl`, `aiResponse` and `error`.
 */
export const Answered = z.object({
  jobId: JobId,
  status: JobStatus,
  audioUrl: z.optional(z.string()),
  aiResponse: z.optional(z.string()),
  error: z.optional(z.string()),
  code: z.optional(z.string()),
  cached: z.boolean(),
  sameAs: z.optional(JobId),
  processingTime: z.optional(z.int()),
  warnings,
  links: Links,
})
export type Answered = z.infer<typeof Answered>

/** Ended jobs of one hour, which begins at a whole hour UTC. Cancelled ones are among the failed, as in every total. */
export const HourStats = z.object({ startsAt: Instant, completed: z.int(), failed: z.int() })
export type HourStats = z.infer<typeof HourStats>

/**
 * A reason why jobs failed. `error` is the sentence of the latest; `code` is what `GET /api/jobs?code=` finds them by.
 */
export const FailureStats = z.object({ code: z.string(), error: z.string(), jobs: z.int() })
export type FailureStats = z.infer<typeof FailureStats>

/**
 * Time that completed jobs took, against the `expectedSeconds` of their submission. Jobs that waited for others of the account, copies from the
 * cache and jobs of a batch are not measured.
 */
export const EstimateStats = z.object({ jobs: z.int(), inTime: z.int(), medianOffSeconds: z.int() })
export type EstimateStats = z.infer<typeof EstimateStats>

/** An account's own totals. `queueLength` counts pending jobs. */
export const Stats = z.object({
  totalJobs: z.int(),
  completedJobs: z.int(),
  failedJobs: z.int(),
  queueLength: z.int(),
  lastHour: z.object({ totalJobs: z.int(), completedJobs: z.int(), failedJobs: z.int() }),
  hourBefore: z.object({ totalJobs: z.int(), completedJobs: z.int(), failedJobs: z.int() }),
  /** 24, oldest first; the last one is the hour that runs. */
  hours: z.array(HourStats),
  /** The five most frequent reasons of these hours, most frequent first; `cancelled`, which is no fault, after all others. */
  failures: z.array(FailureStats),
  /** Errors of the same hours; absent: no job was measured. */
  estimates: z.optional(EstimateStats),
})
export type Stats = z.infer<typeof Stats>

/** The unnamed event of `GET /api/events/{jobId}`; its SSE id is the job's version. */
export const JobEvent = z.object({
  status: JobStatus,
  progress: z.int(),
  audioUrl: z.optional(z.string()),
  ...spokenBy,
  error: z.optional(z.string()),
})
export type JobEvent = z.infer<typeof JobEvent>

/** The event `reply` of a job's stream, once the reply is written. It may come again after a reconnect; named events have no id. */
export const ReplyEvent = z.object({ text: z.string() })
export type ReplyEvent = z.infer<typeof ReplyEvent>

/**
 * The event `writing` of the stream of a job with `stream`: the reply as far as it is written, a few times a second until `reply` has the whole of it. A
 * further attempt begins anew, with a shorter text.
 */
export const WritingEvent = z.object({ text: z.string() })
export type WritingEvent = z.infer<typeof WritingEvent>

/**
 * The event `audio` of a job's stream, once the sound can be heard as it is spoken: a signed address, relative to the origin, which sends the sound from
 * its beginning as it comes. It comes again with a further attempt. A listener that is cut off, since the sound begins anew, may ask the same address
 * again; afterwards that has the file.
 */
export const AudioEvent = z.object({ audioUrl: z.string(), live: z.literal(true) })
export type AudioEvent = z.infer<typeof AudioEvent>

/**
 * The event `words` of the stream of a job with `stream`, on plans with word timestamps: the words that can be heard so far, with their times in the live
 * sound, again with each sentence. Times in the mp3 differ by some hundredths of a second: `GET /api/jobs/{id}/words` has them.
 */
export const WordsEvent = z.object({ words: WordTimes })
export type WordsEvent = z.infer<typeof WordsEvent>

/**
 * The event `position` of a job's stream, while the job waits: at its opening and within 15 s of a change. 0 once it waits no longer:
 * then none follows.
 */
export const PositionEvent = z.object({ position: z.int(), expectedSeconds: z.int() })
export type PositionEvent = z.infer<typeof PositionEvent>

/**
 * The event `heartbeat` of both streams, at least every 15 s, even between other events: a stream without one for
 * longer is broken.
 */
export const HeartbeatEvent = z.object({ at: Instant })
export type HeartbeatEvent = z.infer<typeof HeartbeatEvent>

/**
 * The event `reset` of `GET /api/events`: a client came back too late, or missed too much, and reads its lists again.
 */
export const ResetEvent = z.object({ at: Instant })
export type ResetEvent = z.infer<typeof ResetEvent>

/** The event `webhook-disabled` of `GET /api/events`: nothing is delivered to the account's webhook until its address is set again. */
export const WebhookDisabledEvent = z.object({ at: Instant, reason: DisabledReason })
export type WebhookDisabledEvent = z.infer<typeof WebhookDisabledEvent>

/** The event `job-deleted` of `GET /api/events`: by its owner, or at the end of its lifetime. Lists drop it; totals stay. */
export const JobDeletedEvent = z.object({ jobId: JobId })
export type JobDeletedEvent = z.infer<typeof JobDeletedEvent>

/** The unnamed event of `GET /api/events`: one change of any of the account's jobs. */
export const AccountJobEvent = z.extend(JobEvent, { jobId: JobId, version: z.int() })
export type AccountJobEvent = z.infer<typeof AccountJobEvent>
