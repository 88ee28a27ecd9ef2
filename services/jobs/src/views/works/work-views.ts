import type {
  ChapterRow,
  ChapterView,
  ParagraphVersions,
  ParagraphView,
  WorkRow,
  WorkView,
  WrittenWork,
} from '@utter/contracts/http/works/views'
import { type Identity, mayDo } from '@utter/http/identity'
import { speakersOf } from '../../domain/job/speakers.ts'
import { bytesOfChapter, durationOfChapter } from '../../domain/works/chapter-length.ts'
import { hasFailed, progressOf, stateOfChapter, stateOfSection } from '../../domain/works/progress.ts'
import { charactersIn } from '../../domain/works/sections.ts'
import type {
  Chapter,
  ChapterOutline,
  ChapterWithPast,
  Paragraph,
  SectionState,
  ShownWork,
} from '../../domain/works/work.ts'

export const audioPathOf = ({ workId, _id }: Pick<ChapterOutline, 'workId' | '_id'>) =>
  `/api/works/${workId}/chapters/${_id}/audio.mp3`

export function chapterRowOf(chapter: ChapterOutline): ChapterRow {
  const { sections } = chapter
  const isPlayed = bytesOfChapter(chapter) !== undefined
  const error = sections.find(hasFailed)?.failure?.error
  return {
    chapterId: chapter._id,
    title: chapter.title,
    ...(chapter.voiceId !== undefined && { voiceId: chapter.voiceId }),
    state: stateOfChapter(chapter),
    progress: progressOf(sections),
    characters: charactersIn(sections),
    paragraphCount: sections.reduce((sum, { paragraphs }) => sum + paragraphs.length, 0),
    sectionCount: sections.length,
    revision: chapter.revision,
    ...(isPlayed && { durationMs: durationOfChapter(chapter), audioUrl: audioPathOf(chapter) }),
    ...(error !== undefined && { error }),
  }
}

export const workRowOf = (work: ShownWork): WorkRow => ({
  workId: work._id,
  title: work.title,
  state: work.state,
  ...(work.reason !== undefined && { reason: work.reason }),
  voiceId: work.voiceId,
  createdAt: work.createdAt.toISOString(),
  updatedAt: work.updatedAt.toISOString(),
  characters: work.characters,
  chapterCount: work.chapterCount,
  progress: work.progress,
})

export function workViewOf(work: ShownWork, chapters: ChapterOutline[]): WorkView {
  const rows = chapters.map(chapterRowOf)
  return {
    ...workRowOf(work),
    requestId: work.requestId,
    ...(work.speakers && { speakers: speakersOf(work.speakers) }),
    ttsSettings: work.ttsSettings,
    ...(work.language && { language: work.language }),
    ...(work.textNormalization && { textNormalization: work.textNormalization }),
    ...(work.seed !== undefined && { seed: work.seed }),
    characters: charactersIn(chapters.flatMap(({ sections }) => sections)),
    progress: progressOf(chapters.flatMap(({ sections }) => sections)),
    calls: chapters.reduce((sum, { calls }) => sum + calls, 0),
    durationMs: rows.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0),
    chapters: rows,
  }
}

/** A work after a write: whole, where the caller may read jobs. */
export const writtenWorkOf = (
  identity: Identity,
  work: ShownWork,
  chapters: ChapterOutline[],
): WorkView | WrittenWork =>
  mayDo(identity, 'jobs:read') ? workViewOf(work, chapters) : { workId: work._id, state: work.state }

export const paragraphViewOf = ({ id, text, voiceId, speaker }: Paragraph, section: SectionState): ParagraphView => ({
  paragraphId: id,
  text,
  ...(voiceId !== undefined && { voiceId }),
  ...(speaker !== undefined && { speaker }),
  state: stateOfSection(section),
  ...(hasFailed(section) && { error: section.failure?.error ?? '' }),
})

export const chapterViewOf = (chapter: Chapter): ChapterView => ({
  ...chapterRowOf(chapter),
  paragraphs: chapter.sections.flatMap((section) => section.paragraphs.map((one) => paragraphViewOf(one, section))),
})

export const versionsOf = ({ past = [] }: ChapterWithPast): ParagraphVersions => ({
  versions: past.map(({ id, paragraphId, text, voiceId, speaker, removed, until }) => ({
    ...{ versionId: id, paragraphId, text },
    ...(voiceId !== undefined && { voiceId }),
    ...(speaker !== undefined && { speaker }),
    ...{ isRemoved: removed === true, until: until.toISOString() },
  })),
})
