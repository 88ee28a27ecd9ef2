import * as z from 'zod/mini'
import { Id, Instant } from '../../ids.ts'
import { TtsSettings } from '../../jobs.ts'
import { Speakers } from '../jobs/dialogue.ts'
import { warnings } from '../jobs/job-views.ts'

/**
 * `speaking` while anything of it is still to be spoken; `paused` by its owner, or where no call is left (`reason`); `failed` where a part of it was
 * refused by its voice and all others are spoken; `cancelled` for good.
 */
export const WorkState = z.enum(['speaking', 'paused', 'completed', 'failed', 'cancelled'])
export type WorkState = z.infer<typeof WorkState>

/** State of a chapter, and of the part of it in which a paragraph is spoken. */
export const ChapterState = z.enum(['waiting', 'speaking', 'completed', 'failed'])
export type ChapterState = z.infer<typeof ChapterState>

/** A chapter without its texts. */
export const ChapterRow = z.object({
  chapterId: Id,
  title: z.string(),
  /** Speaks its paragraphs that have neither a voice nor a speaker; absent: that of the work. */
  voiceId: z.optional(z.string()),
  state: ChapterState,
  /** 0 to 100: characters that are spoken as they are now. */
  progress: z.int(),
  characters: z.int(),
  paragraphCount: z.int(),
  /** Parts of some 10,000 characters in which it is spoken, for a call each. */
  sectionCount: z.optional(z.int()),
  /** A count of its changes, from 1. */
  revision: z.int(),
  /** Milliseconds of sound; absent: not all of it is spoken. */
  durationMs: z.optional(z.int()),
  /** For a session or a key; absent: not all of it is spoken. */
  audioUrl: z.optional(z.string()),
  /** Why a part of it has failed. */
  error: z.optional(z.string()),
})
export type ChapterRow = z.infer<typeof ChapterRow>

/** A work as a list shows it. */
export const WorkRow = z.object({
  workId: Id,
  title: z.string(),
  state: WorkState,
  /** Why it is paused, where its owner has not paused it. */
  reason: z.optional(z.string()),
  voiceId: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
  characters: z.int(),
  chapterCount: z.int(),
  /** 0 to 100: characters that were spoken as they are, when it was examined last. */
  progress: z.int(),
})
export type WorkRow = z.infer<typeof WorkRow>

/** `GET /api/works`: a page, the newest first. */
export const WorkRows = z.array(WorkRow)

/** A work with its chapters, without its texts. */
export const WorkView = z.extend(WorkRow, {
  requestId: z.string(),
  /** Voices of those who say its paragraphs; absent: the voice of the work is that of all. */
  speakers: z.optional(Speakers),
  ttsSettings: TtsSettings,
  language: z.optional(z.string()),
  textNormalization: z.optional(z.enum(['off'])),
  seed: z.optional(z.int()),
  /** Calls that it has taken so far, without those that were given back. */
  calls: z.int(),
  /** Milliseconds of sound of all chapters that are spoken. */
  durationMs: z.int(),
  chapters: z.array(ChapterRow),
  warnings,
})
export type WorkView = z.infer<typeof WorkView>

/** A work after a write, to a key that may not read jobs. */
export const WrittenWork = z.object({ workId: Id, state: WorkState, warnings })
export type WrittenWork = z.infer<typeof WrittenWork>

/** `state` is that of the part of its chapter in which it is spoken. */
export const ParagraphView = z.object({
  paragraphId: Id,
  text: z.string(),
  /** Absent: that of its speaker, else of its chapter, else of the work. */
  voiceId: z.optional(z.string()),
  speaker: z.optional(z.string()),
  state: ChapterState,
  error: z.optional(z.string()),
})
export type ParagraphView = z.infer<typeof ParagraphView>

/** A chapter with its texts. */
export const ChapterView = z.extend(ChapterRow, { paragraphs: z.array(ParagraphView) })
export type ChapterView = z.infer<typeof ChapterView>

/** A paragraph as it was until an edit. */
export const ParagraphVersion = z.object({
  versionId: Id,
  paragraphId: Id,
  text: z.string(),
  /** Absent: that of its speaker, else of the chapter, else of the work. */
  voiceId: z.optional(z.string()),
  speaker: z.optional(z.string()),
  /** Whether the edit has removed it, and not changed it. */
  isRemoved: z.boolean(),
  /** When the edit was made. */
  until: Instant,
})
export type ParagraphVersion = z.infer<typeof ParagraphVersion>

/** `GET …/chapters/{chapterId}/versions`: the newest first. */
export const ParagraphVersions = z.object({ versions: z.array(ParagraphVersion) })
export type ParagraphVersions = z.infer<typeof ParagraphVersions>

/** A change of a paragraph: the chapter after it, and the paragraph, where it is still there. */
export const ParagraphChanged = z.object({ chapter: ChapterRow, paragraph: z.optional(ParagraphView) })
/** The same to a key that may not read jobs. */
export const WrittenParagraph = z.object({ chapterId: Id, revision: z.int(), paragraphId: Id })

/** A chapter after a change of its voice, to a key that may not read jobs. */
export const WrittenChapter = z.object({ chapterId: Id, revision: z.int() })

/** `200` of `?dryRun=true`. */
export const WorkDryRun = z.object({
  characters: z.int(),
  chapters: z.int(),
  paragraphs: z.int(),
  /** Characters whose sound the account has kept by other works, in the same voice: they are not spoken again. Absent: that is not known now. */
  keptCharacters: z.optional(z.int()),
  /** Calls that it would take: one for each started 10,000 characters of a chapter, unless all of them are kept. */
  calls: z.int(),
  /** US dollars of those that would be overage, with two decimals. */
  cost: z.string(),
  /** Why the calls would be refused now. Absent: they would be taken. */
  refusal: z.optional(z.string()),
  /** Seconds until all of it is spoken, while nobody else waits. */
  expectedSeconds: z.int(),
})
export type WorkDryRun = z.infer<typeof WorkDryRun>

/** `200` of a dry run of a file: also what was read in it. */
export const WorkFileDryRun = z.extend(WorkDryRun, {
  title: z.string(),
  contents: z.array(z.object({ title: z.string(), characters: z.int(), paragraphs: z.int(), calls: z.int() })),
  /** Names that begin lines of it as those of a dialogue do: two lines at least, the name with the greatest number of them first. */
  speakers: z.optional(z.array(z.object({ name: z.string(), lines: z.int() }))),
})
export type WorkFileDryRun = z.infer<typeof WorkFileDryRun>
