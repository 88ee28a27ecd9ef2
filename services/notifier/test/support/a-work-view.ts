import { randomUUID } from 'node:crypto'
import type { WorkForNotifier } from '@utter/contracts/http/internal/jobs/get-work'
import type { ChapterProgress } from '@utter/contracts/http/works/events'
import type { ChapterRow, WorkView } from '@utter/contracts/http/works/views'
import type { WorkChange } from '../../src/domain/work-change.ts'

const at = '2026-03-20T11:59:00.000Z'

/** A chapter that is spoken, as jobs shows it, but for what is given. */
export const aChapterRow = (more: Partial<ChapterRow> = {}): ChapterRow => ({
  ...{ chapterId: randomUUID(), title: 'Out', state: 'completed', progress: 100, characters: 300, paragraphCount: 1 },
  ...{ revision: 1, durationMs: 24_000, audioUrl: '/api/works/w/chapters/c/audio.mp3', ...more },
})

/** A work that is spoken on, but for what is given. */
export const aWorkView = (more: Partial<WorkView> = {}): WorkView => ({
  ...{ workId: randomUUID(), title: 'Two boats', state: 'speaking', voiceId: 'default', createdAt: at, updatedAt: at },
  ...{ characters: 600, chapterCount: 2, progress: 50, requestId: 'book-1', calls: 1, durationMs: 24_000 },
  ttsSettings: { stability: 0.5, similarityBoost: 0.8, style: 0.2, speakerBoost: true },
  chapters: [],
  ...more,
})

/** The same with the versions of its events. */
export const aWorkForNotifier = (work: WorkView, version: number, ...chapterVersions: number[]): WorkForNotifier => ({
  work,
  version,
  chapterVersions: Object.fromEntries(work.chapters.map(({ chapterId }, at) => [chapterId, chapterVersions[at] ?? 1])),
})

/** A change of a chapter, as it is published. */
export const aChapterChange = (
  { workId, title, state }: WorkView,
  version: number,
  { chapterId, ...row }: ChapterRow,
  chapterVersion: number,
): WorkChange => {
  const chapter: ChapterProgress = {
    ...{ chapterId, version: chapterVersion, title: row.title, position: 0, state: row.state, progress: row.progress },
    revision: row.revision,
    ...(row.durationMs !== undefined && { durationMs: row.durationMs }),
  }
  return { workId, version, title, state, progress: 50, characters: 600, at, chapter }
}

/** A change of a work's state, as it is published. */
export const aStateChange = ({ workId, title, state }: WorkView, version: number): WorkChange => ({
  ...{ workId, version, title, state, progress: 100, characters: 600, at },
})
