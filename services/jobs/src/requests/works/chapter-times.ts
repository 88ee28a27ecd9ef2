import { notFound } from '@utter/http/problem'
import pLimit from 'p-limit'
import type { Deps } from '../../deps.ts'
import { durationOfChapter, startsOfSections } from '../../domain/works/chapter-length.ts'
import { type ParagraphTimes, paragraphTimesOf } from '../../domain/works/paragraph-times.ts'
import { isSpoken } from '../../domain/works/progress.ts'
import type { Chapter, Work } from '../../domain/works/work.ts'

/** Sections whose words are asked for at once: some 250 KB each. */
const maxAsked = 4

/** Chapters whose times one process reads at once, and one account: a chapter has some 2 MB of them. */
export const timesInFlight = { max: 32, perAccount: 8 }

/** When the paragraphs of a chapter sound. `isComplete` is false where a section was spoken without times, or was changed since. */
export type ChapterTimes = { durationMs: number; isComplete: boolean; sections: ParagraphTimes[][] }

/** The problem of a chapter that cannot be heard yet. */
export const notSpokenYet = () => notFound('Not all of the chapter is spoken yet', 'audio_not_found')

/**
 * Asks speech for the words of each section, and places them in the chapter's mp3.
 * @throws Problem 404 until all of the chapter can be heard, 503 when speech is unavailable
 */
export async function timesOfChapter(
  { wordTimes }: Pick<Deps, 'wordTimes'>,
  { language }: Pick<Work, 'language'>,
  chapter: Chapter,
): Promise<ChapterTimes> {
  const starts = startsOfSections(chapter)
  if (!starts) throw notSpokenYet()
  let isComplete = true
  const limit = pLimit(maxAsked)
  const sections = await limit.map(chapter.sections, async (section, index) => {
    const words = section.sound && (await wordTimes.of(section.sound.jobId))
    const isCurrent = isSpoken(section)
    const startMs = Math.round(starts[index] ?? 0)
    const timed = paragraphTimesOf(section.paragraphs, words ?? [], { startMs, isCurrent, language })
    if (!isCurrent || timed.every((one) => one.startMs === undefined)) isComplete = false
    return timed
  })
  return { durationMs: durationOfChapter(chapter), isComplete, sections }
}
