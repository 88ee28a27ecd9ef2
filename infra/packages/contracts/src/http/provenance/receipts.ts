import * as z from 'zod/mini'
import { Instant } from '../../ids.ts'

const Sound = {
  /** SHA-256 of the samples as the voice has spoken them. */
  pcmHash: z.optional(z.string()),
  /** SHA-256 of the frames of sound in the mp3. */
  framesHash: z.optional(z.string()),
  durationMs: z.int(),
}
const Speaker = { voiceUsed: z.optional(z.string()), provider: z.optional(z.string()) }

/** The request of a job, its voice, and its cost, once it has ended. It has no text. */
export const JobReceipt = z.object({
  kind: z.literal('job'),
  jobId: z.string(),
  status: z.enum(['completed', 'failed']),
  code: z.optional(z.string()),
  asked: z.object({
    kind: z.enum(['reply', 'tts']),
    requestId: z.string(),
    voiceId: z.string(),
    characters: z.int(),
    /** SHA-256 of the text that is spoken, in UTF-8; absent: it was never known, since no reply was written. */
    textHash: z.optional(z.string()),
  }),
  /** Absent: nothing was spoken. `attempts` counts the requests to workers; `sameAs` is the job whose sound it has. */
  spoken: z.optional(
    z.object({
      ...Speaker,
      ...Sound,
      model: z.optional(z.string()),
      attempts: z.int(),
      sameAs: z.optional(z.string()),
      /** The vendor's file carried a manifest, which the sound has no more. */
      vendorMark: z.optional(z.object({ kind: z.literal('c2pa'), kept: z.literal(false) })),
    }),
  ),
  /** `period`: the start of the month, or of the part of it, from which the call was taken. */
  charged: z.object({ calls: z.int(), period: z.optional(Instant) }),
  createdAt: Instant,
  completedAt: Instant,
})
export type JobReceipt = z.infer<typeof JobReceipt>

/** The same of a work, by chapter: `calls` are those of all its jobs, also of those that an edit has replaced. */
export const WorkReceipt = z.object({
  kind: z.literal('work'),
  workId: z.string(),
  state: z.enum(['completed', 'failed', 'cancelled']),
  asked: z.object({ requestId: z.string(), voiceId: z.string(), characters: z.int(), chapters: z.int() }),
  chapters: z.array(
    z.object({
      chapterId: z.string(),
      revision: z.int(),
      characters: z.int(),
      calls: z.int(),
      sections: z.array(z.object({ jobId: z.string(), revision: z.int(), ...Speaker, ...Sound })),
    }),
  ),
  charged: z.object({ calls: z.int() }),
  createdAt: Instant,
  updatedAt: Instant,
})
export type WorkReceipt = z.infer<typeof WorkReceipt>

export const ReceiptBody = z.discriminatedUnion('kind', [JobReceipt, WorkReceipt])

/** A receipt; `signature` is a compact JWS that says the same, and is verified alone. */
const signature = z.string()
export const SignedJobReceipt = z.extend(JobReceipt, { signature })
export const SignedWorkReceipt = z.extend(WorkReceipt, { signature })
