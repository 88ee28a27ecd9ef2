import type { WordTimes } from '@utter/contracts/http/jobs/word-times'
import type { ChapterWords } from '@utter/contracts/http/works/words'
import type { ParagraphTimes } from '../../domain/works/paragraph-times.ts'

type Timed = { chapterId: string; durationMs: number; isComplete: boolean; sections: ParagraphTimes[][] }

/** @param hasWords whether the plan has word timestamps */
export const chapterWordsOf = (
  { chapterId, durationMs, isComplete, sections }: Timed,
  hasWords: boolean,
): ChapterWords => ({
  chapterId,
  durationMs,
  complete: isComplete,
  paragraphs: sections.flat().map(({ id, words, wordStarts: _, speaker: __, ...times }) => ({
    paragraphId: id,
    ...times,
    ...(hasWords && { words }),
  })),
})

/** The words of a chapter as those of a job, in seconds. */
export const wordsInSeconds = (sections: ParagraphTimes[][]): WordTimes =>
  sections.flat().flatMap(({ words, speaker }) =>
    words.map(({ text, startMs, endMs, estimated }) => ({
      word: text,
      start: startMs / 1_000,
      end: endMs / 1_000,
      estimated,
      ...(speaker !== undefined && { speaker }),
    })),
  )
