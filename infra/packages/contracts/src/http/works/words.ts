import * as z from 'zod/mini'
import { Id } from '../../ids.ts'

/** Milliseconds from the beginning of the chapter's mp3. */
const times = { startMs: z.int(), endMs: z.int() }

/** A word of a paragraph. */
export const ChapterWord = z.object({
  text: z.string(),
  ...times,
  /** Whether the time is reckoned from that of its sentence, and not told by the voice. */
  estimated: z.boolean(),
})
export type ChapterWord = z.infer<typeof ChapterWord>

/** Words of a paragraph; without times where it is not known when it sounds. */
export const ParagraphWords = z.object({
  paragraphId: Id,
  startMs: z.optional(times.startMs),
  endMs: z.optional(times.endMs),
  /** Absent: the plan has no word timestamps. */
  words: z.optional(z.array(ChapterWord)),
})
export type ParagraphWords = z.infer<typeof ParagraphWords>

/** `GET /api/works/{id}/chapters/{chapterId}/words`: in the order of the chapter, on the timeline of its mp3. */
export const ChapterWords = z.object({
  chapterId: Id,
  durationMs: z.int(),
  /** False where a part of the chapter was spoken without times, or was changed since. */
  complete: z.boolean(),
  paragraphs: z.array(ParagraphWords),
})
export type ChapterWords = z.infer<typeof ChapterWords>
