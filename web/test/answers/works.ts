import type {
  ChapterRow,
  ChapterView,
  ParagraphVersion,
  ParagraphView,
  WorkFileDryRun,
  WorkRow,
  WorkView,
} from '@utter/contracts/http/works/views'
import type * as z from 'zod/mini'

// Answers of the routes of works, like those of an account (account.ts).

const since = '2026-01-01T00:00:00.000Z'

export const aWorkRow = (over: Partial<WorkRow> = {}): WorkRow => ({
  workId: '3d1c9a52-7c1e-4a35-9a3d-0a3a4f0f2d11',
  title: 'The Lamp on the Pier',
  state: 'speaking',
  voiceId: 'default',
  createdAt: since,
  updatedAt: since,
  characters: 12_000,
  chapterCount: 2,
  progress: 0,
  ...over,
})

export const aChapter = (over: Partial<ChapterRow> = {}): ChapterRow => ({
  chapterId: '5b8f0c11-3f6c-4b1e-9d57-2a60f8b1e7d4',
  title: 'Low Water',
  state: 'waiting',
  progress: 0,
  characters: 6_000,
  paragraphCount: 3,
  revision: 1,
  ...over,
})

/** A chapter that can be heard. */
export const aSpokenChapter = (over: Partial<ChapterRow> = {}): ChapterRow => {
  const chapter = aChapter({ state: 'completed', progress: 100, durationMs: 372_000, ...over })
  return { ...chapter, audioUrl: `/api/works/${aWorkRow().workId}/chapters/${chapter.chapterId}/audio.mp3` }
}

export const aWork = (over: Partial<WorkView> = {}): WorkView => {
  const { chapters = [aChapter()], ...rest } = over
  return {
    ...aWorkRow({ chapterCount: chapters.length }),
    requestId: 'request-1',
    ttsSettings: { stability: 0.5, similarityBoost: 0.8, style: 0.2, speakerBoost: true },
    calls: 2,
    durationMs: chapters.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0),
    chapters,
    ...rest,
  }
}

export const aParagraph = (paragraphId: string, text: string, over: Partial<ParagraphView> = {}): ParagraphView => ({
  paragraphId,
  text,
  state: 'completed',
  ...over,
})

export const aVersion = (
  paragraphId: string,
  text: string,
  over: Partial<ParagraphVersion> = {},
): ParagraphVersion => ({
  ...{ versionId: crypto.randomUUID(), paragraphId, text, isRemoved: false, until: since },
  ...over,
})

export const chapterViewOf = (row: ChapterRow, paragraphs: ParagraphView[]): ChapterView => ({
  ...row,
  paragraphCount: paragraphs.length,
  paragraphs,
})

export const aFileDryRun = (over: Partial<z.infer<typeof WorkFileDryRun>> = {}): z.infer<typeof WorkFileDryRun> => ({
  characters: 14_000,
  chapters: 2,
  paragraphs: 6,
  calls: 3,
  cost: '0.00',
  expectedSeconds: 90,
  title: 'The Lamp on the Pier',
  speakers: [],
  contents: [
    { title: 'Low Water', characters: 12_000, paragraphs: 4, calls: 2 },
    { title: 'The Answer', characters: 2_000, paragraphs: 2, calls: 1 },
  ],
  ...over,
})
