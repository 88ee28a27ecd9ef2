import type { DataOf } from '@utter/contracts/event'
import type { WorkChanged } from '@utter/contracts/events/works/work-changed'
import type { WorkForNotifier } from '@utter/contracts/http/internal/jobs/get-work'
import type { ChapterProgress, WorkEvent } from '@utter/contracts/http/works/events'
import type { WorkState } from '@utter/contracts/http/works/views'

/** A change of a work, or of the chapter that it names, as it is published. */
export type WorkChange = DataOf<typeof WorkChanged>

/** Whether nothing of it moves until its owner does something. */
export const isAtRest = (state: WorkState): boolean =>
  state === 'completed' || state === 'failed' || state === 'cancelled'

/** The identity of a change, the same however often it is published. */
export const keyOfWorkChange = ({ workId, version, chapter }: Pick<WorkChange, 'workId' | 'version' | 'chapter'>) =>
  chapter ? `${chapter.chapterId} ${chapter.version}` : `${workId} ${version}`

/** The SSE data of a change. */
export const workEventOf = ({ at: _, chapter, ...work }: WorkChange): WorkEvent => ({
  ...work,
  chapters: chapter ? [chapter] : [],
})

/** The SSE data of a work as jobs shows it, with all of its chapters. */
export function workEventOfView({ work, version, chapterVersions }: WorkForNotifier): WorkEvent {
  const { workId, title, state, reason, progress, characters, chapters } = work
  return {
    ...{ workId, version, title, state, progress, characters },
    ...(reason !== undefined && { reason }),
    chapters: chapters.map((row, position): ChapterProgress => {
      const { chapterId, durationMs, error } = row
      return {
        ...{ chapterId, version: chapterVersions[chapterId] ?? 0, title: row.title, position },
        ...{ state: row.state, progress: row.progress, revision: row.revision },
        ...(durationMs !== undefined && { durationMs }),
        ...(error !== undefined && { error }),
      }
    }),
  }
}
