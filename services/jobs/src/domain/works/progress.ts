import type { ChapterState, WorkState } from '@utter/contracts/http/works/views'
import { charactersIn } from './sections.ts'
import type { ChapterOutline, PublishedChapter, SectionState, Work } from './work.ts'

/** Whether the section sounds as its paragraphs are now. */
export const isSpoken = ({ sound, revision }: Pick<SectionState, 'sound' | 'revision'>): boolean =>
  sound?.revision === revision

export const hasFailed = ({ failure, revision }: Pick<SectionState, 'failure' | 'revision'>): boolean =>
  failure?.revision === revision

export function stateOfSection(section: Omit<SectionState, 'paragraphs'>): ChapterState {
  if (isSpoken(section)) return 'completed'
  if (hasFailed(section)) return 'failed'
  return section.job ? 'speaking' : 'waiting'
}

/** A chapter is completed when all of it sounds as it is written, and fails once nothing else of it is left to do. */
export function stateOfChapter({ sections }: Pick<ChapterOutline, 'sections'>): ChapterState {
  const states = new Set(sections.map(stateOfSection))
  if (states.size === 1) return [...states][0] as ChapterState
  if (!states.has('waiting') && !states.has('speaking')) return 'failed'
  return 'speaking'
}

/** The state of a work that is neither paused nor cancelled. */
export function stateOfWork(chapters: Pick<ChapterOutline, 'sections'>[]): WorkState {
  const states = chapters.map(stateOfChapter)
  if (states.every((state) => state === 'completed')) return 'completed'
  return states.every((state) => state === 'completed' || state === 'failed') ? 'failed' : 'speaking'
}

/** Percent of the characters of these sections that sound as they are written: 100 for all alone. */
export function progressOf(sections: Pick<SectionState, 'characters' | 'sound' | 'revision'>[]): number {
  const spoken = sections.filter(isSpoken)
  if (spoken.length === sections.length) return 100
  return Math.min(99, Math.floor((100 * charactersIn(spoken)) / Math.max(1, charactersIn(sections))))
}

/** The part of a chapter, as it is now, whose change is published. */
export const publishedOf = (chapter: Pick<ChapterOutline, 'revision' | 'sections'>): PublishedChapter => ({
  revision: chapter.revision,
  state: stateOfChapter(chapter),
  progress: progressOf(chapter.sections),
})

/** Whether a chapter is as it was published last. */
export function isPublished(chapter: Pick<ChapterOutline, 'revision' | 'sections' | 'published'>): boolean {
  const { revision, state, progress } = publishedOf(chapter)
  const { published } = chapter
  return published?.revision === revision && published.state === state && published.progress === progress
}

/** Whether the state of a work has changed since it was published; works of before have no such count. */
export const hasUnpublishedState = ({
  stateVersion = 0,
  publishedVersion = 0,
}: Pick<Work, 'stateVersion' | 'publishedVersion'>): boolean => stateVersion > publishedVersion
