import * as z from 'zod/mini'
import { Instant } from '../../ids.ts'
import { sentBody } from '../fields.ts'
import { WordTimes } from './word-times.ts'

/** `POST /api/jobs/{id}/share`: whether its texts are shown with its sound. */
export const ShareRequest = sentBody({ text: z._default(z.boolean('text must be true or false'), true) })
export type ShareRequest = z.infer<typeof ShareRequest>

/** The link of a shared job, which is told this once. */
export const NewShare = z.object({ url: z.string(), sharedAt: Instant, text: z.boolean() })
export type NewShare = z.infer<typeof NewShare>

/** Since when a job is shared, and whether with its texts; never its link. */
export const JobShare = z.object({ since: Instant, text: z.boolean() })
export type JobShare = z.infer<typeof JobShare>

/** The voice of a shared job; `name` where it is a voice that everybody has. */
export const SharedVoice = z.object({ id: z.string(), name: z.optional(z.string()) })

/** `GET /api/shared/{secret}`: a job as a stranger with its link has it. */
export const SharedJob = z.object({
  /** Without its marks; absent: its texts are not shared. */
  userText: z.optional(z.string()),
  /** The reply that was spoken; absent: `userText` was, or its texts are not shared. */
  aiResponse: z.optional(z.string()),
  voice: SharedVoice,
  /** BCP 47, of what is spoken; absent: not known. */
  language: z.optional(z.string()),
  /** Milliseconds of sound. */
  durationMs: z.int(),
  /** About 120 values from 0 to 1 for the drawing of the wave. */
  peaks: z.array(z.number()),
  createdAt: Instant,
  /** Relative to the origin. */
  audioUrl: z.string(),
  /** Absent: it has none, its owner's plan has none, or its texts are not shared. */
  words: z.optional(WordTimes),
})
export type SharedJob = z.infer<typeof SharedJob>
