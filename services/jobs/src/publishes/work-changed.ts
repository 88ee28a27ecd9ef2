import { WorkChanged } from '@utter/contracts/events/works/work-changed'
import type { ChapterProgress } from '@utter/contracts/http/works/events'
import { eventOf } from '@utter/messaging/outgoing-event'
import { bytesOfChapter, durationOfChapter } from '../domain/works/chapter-length.ts'
import { hasFailed, progressOf, publishedOf } from '../domain/works/progress.ts'
import { charactersIn } from '../domain/works/sections.ts'
import type { ChapterOutline, ShownWork } from '../domain/works/work.ts'

/**
 * @param outlines all chapters of the work
 * @param chapter the one that has changed; undefined: the state of the work
 */
export function workChanged(work: ShownWork, outlines: ChapterOutline[], now: Date, chapter?: ChapterOutline) {
  const sections = outlines.flatMap((one) => one.sections)
  const version = work.stateVersion ?? 0
  return eventOf(WorkChanged, {
    userId: work.userId,
    version: chapter?.rev ?? version,
    data: {
      workId: work._id,
      version,
      title: work.title,
      state: work.state,
      ...(work.reason !== undefined && { reason: work.reason }),
      progress: progressOf(sections),
      characters: charactersIn(sections),
      at: now.toISOString(),
      ...(chapter && { chapter: progressOfChapter(chapter) }),
    },
  })
}

function progressOfChapter(chapter: ChapterOutline): ChapterProgress {
  const error = chapter.sections.find(hasFailed)?.failure?.error
  return {
    chapterId: chapter._id,
    version: chapter.rev,
    title: chapter.title,
    position: chapter.position,
    ...publishedOf(chapter),
    ...(bytesOfChapter(chapter) !== undefined && { durationMs: durationOfChapter(chapter) }),
    ...(error !== undefined && { error }),
  }
}
