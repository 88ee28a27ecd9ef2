import * as z from 'zod/mini'
import { Id, Instant, JobId } from '../../ids.ts'
import { JobStatus } from '../../jobs.ts'
import { nullAsNone, sentBody } from '../fields.ts'
import { ReplyRequest, TtsRequest } from './job-request.ts'
import { warnings } from './job-views.ts'

/** The largest number of jobs in one request, on every plan. */
export const maxBatch = 100

/** The kind of job that an item becomes: the text is spoken as it is, or a reply to it. */
export const JobKind = z.enum(['tts', 'reply'], "kind must be 'tts' or 'reply'")
export type JobKind = z.infer<typeof JobKind>

/** `POST /api/batch`. Items are parsed one by one, by `batchItemOf`: a bad one fails alone. */
export const BatchRequest = sentBody({
  jobs: z
    .array(z.unknown(), 'jobs must be a list of job requests')
    .check(z.minLength(1, 'At least 1 job is required'), z.maxLength(maxBatch, `Maximum ${maxBatch} jobs per batch`)),
})
export const BatchQuery = z.object({
  /** Checked, matched with earlier jobs and priced; nothing is taken and nothing is kept. */
  dryRun: z._default(z.enum(['true', 'false'], 'dryRun must be true or false'), 'false'),
})

/** An item of a batch: a job request of its kind, `tts` where it names none. */
export const BatchItem = {
  tts: z.extend(TtsRequest, { kind: nullAsNone(z._default(JobKind, 'tts')) }),
  reply: z.extend(ReplyRequest, { kind: JobKind }),
}

const Fault = z.object({ field: z.string(), message: z.string() })
/** An item that was not taken. `requestId` as far as it has one. */
export const BatchRejection = z.object({
  requestId: z.optional(z.string()),
  error: z.string(),
  details: z.optional(z.array(Fault)),
})
export type BatchRejection = z.infer<typeof BatchRejection>
export const BatchJob = z.object({ requestId: z.string(), jobId: JobId, status: JobStatus, warnings })
export type BatchJob = z.infer<typeof BatchJob>

/** `202`: what became of each item, in the order given. A request id that is known answers with its job, which costs nothing. */
export const BatchSubmitted = z.object({
  batchId: Id,
  accepted: z.int(),
  rejected: z.int(),
  jobs: z.array(z.union([BatchJob, BatchRejection])),
})
export type BatchSubmitted = z.infer<typeof BatchSubmitted>

/** The job that an item would become: one that costs a call, one from the cache, or the one that its request id has. */
export const DryRunJob = z.object({
  requestId: z.string(),
  outcome: z.enum(['new', 'cached', 'known']),
  /** The earlier job, of the last two. */
  jobId: z.optional(JobId),
})
export type DryRunJob = z.infer<typeof DryRunJob>

/** `200` of `?dryRun=true`. */
export const BatchDryRun = z.object({
  accepted: z.int(),
  rejected: z.int(),
  /** Calls that the batch would take: one for each new job. */
  calls: z.int(),
  /** US dollars of those that would be overage, with two decimals. */
  cost: z.string(),
  /** Why the calls would be refused now. Absent: they would be taken. */
  refusal: z.optional(z.string()),
  jobs: z.array(z.union([DryRunJob, BatchRejection])),
})
export type BatchDryRun = z.infer<typeof BatchDryRun>

/** `GET /api/batch/{id}`: the jobs that it made, by status. */
export const BatchView = z.object({
  batchId: Id,
  createdAt: Instant,
  total: z.int(),
  counts: z.object({ pending: z.int(), processing: z.int(), completed: z.int(), failed: z.int() }),
})
export type BatchView = z.infer<typeof BatchView>

/** Characters of a batch's first text that a list of batches shows. */
export const maxFirstText = 200
/** A page of batches has so many at most: each is counted from its jobs. */
export const maxBatchPage = 20
const limitSentence = `limit must be a whole number from 1 to ${maxBatchPage}`
/** `GET /api/batches?limit=&cursor=`. */
export const BatchesQuery = z.object({
  limit: z._default(
    z.coerce
      .number(limitSentence)
      .check(z.int(limitSentence), z.gte(1, limitSentence), z.lte(maxBatchPage, limitSentence)),
    maxBatchPage,
  ),
  cursor: z.optional(z.string('cursor must be given once')),
})
/** A batch in the list of them; `firstText` is the beginning of its first job's text. */
export const BatchRow = z.extend(BatchView, { firstText: z.string(), voiceId: z.string() })
export type BatchRow = z.infer<typeof BatchRow>
/** `GET /api/batches`: the newest first. */
export const BatchRows = z.array(BatchRow)

/** `POST /api/batch/{id}/cancel`. `tooLate` counts jobs that had ended already, or whose speech had started. */
export const BatchCancelled = z.object({ cancelled: z.int(), tooLate: z.int() })
export type BatchCancelled = z.infer<typeof BatchCancelled>

export const BatchResultsQuery = z.object({
  format: z._default(z.enum(['jsonl', 'zip'], 'format must be jsonl or zip'), 'jsonl'),
})
/** A line of `GET /api/batch/{id}/results`, and of `results.jsonl` in the zip: a job that has ended. */
export const BatchResult = z.object({
  requestId: z.string(),
  jobId: JobId,
  status: JobStatus,
  /** Absolute, signed, good for 7 days. */
  audioUrl: z.optional(z.string()),
  /** Name in the zip. */
  file: z.optional(z.string()),
  reply: z.optional(z.string()),
  error: z.optional(z.string()),
})
export type BatchResult = z.infer<typeof BatchResult>
