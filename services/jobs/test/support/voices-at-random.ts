import type { ConsumeDeps } from '../../src/deps.ts'
import { withVoice } from '../../src/domain/works/chapter-voice.ts'
import type { Chapter, Work } from '../../src/domain/works/work.ts'
import { editChapter } from '../../src/lifecycle/works/edit-chapter.ts'

type Chapters = { ids: string[]; at: (index: number) => Promise<Chapter>; pick: <T>(list: T[]) => T | undefined }

/** A model of the voices of a work's chapters. */
export function voicesAtRandom(work: Work, { ids, at, pick }: Chapters) {
  const voices = ids.map(() => work.voiceId)
  let maxCalls = 0
  return {
    of: (index: number): string => voices[index] ?? work.voiceId,
    /** Calls that the changes may cost: one for each section of a chapter that had another voice. */
    maxCalls: (): number => maxCalls,
    /** Gives a chapter a voice, or that of the work again. */
    async change(
      index: number,
      run: (act: (deps: ConsumeDeps) => Promise<unknown>) => Promise<unknown>,
    ): Promise<void> {
      const voiceId = pick(['joe', 'kate', undefined])
      const { sections } = await at(index)
      const place = { userId: work.userId, workId: work._id, chapterId: ids[index] ?? '' }
      if ((voiceId ?? work.voiceId) !== voices[index]) maxCalls += sections.length
      await run((deps) => editChapter(deps, place, (_sections, chapter) => withVoice(chapter, work, voiceId)))
      // A process that has died has changed it or not.
      voices[index] = (await at(index)).voiceId ?? work.voiceId
    },
  }
}
