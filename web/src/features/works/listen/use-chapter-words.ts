import { useQuery } from '@tanstack/react-query'
import type { ChapterRow } from '@utter/contracts/http/works/views'
import type { ChapterWords, ParagraphWords } from '@utter/contracts/http/works/words'
import { useMemo } from 'react'
import type { Listening } from '../../player/words/use-heard-word.ts'
import { chapterWordsQuery } from '../queries.ts'

/** The paragraph that is heard. */
export interface HeardParagraph extends Listening {
  paragraphId: string
  words: { word: string; start: number; end: number; estimated: boolean }[]
}

/** The last paragraph that has begun by now; undefined before the first. */
export function paragraphAt(paragraphs: readonly ParagraphWords[], seconds: number): ParagraphWords | undefined {
  return paragraphs.findLast(({ startMs }) => startMs !== undefined && startMs <= seconds * 1_000)
}

const inSeconds = ({ words = [] }: ParagraphWords): HeardParagraph['words'] =>
  words.map(({ text, startMs, endMs, estimated }) => ({
    ...{ word: text, estimated },
    ...{ start: startMs / 1_000, end: endMs / 1_000 },
  }))

/** The words of an open chapter, as those of the sound that plays: read again when that is another. Without any, nothing of it is lit. */
export function useChapterWords(
  workId: string,
  row: ChapterRow,
  { isOpen, listening }: { isOpen: boolean; listening: Listening | undefined },
): { words: ChapterWords | undefined; heard: HeardParagraph | undefined } {
  const { data: words } = useQuery({
    ...chapterWordsQuery(workId, row),
    enabled: isOpen && row.audioUrl !== undefined,
  })
  const isBegun = listening && (listening.isPlaying || listening.atSeconds > 0)
  const present = isBegun && words ? paragraphAt(words.paragraphs, listening.atSeconds) : undefined
  const heardWords = useMemo(() => present && inSeconds(present), [present])
  const heard =
    present && heardWords && listening
      ? { paragraphId: present.paragraphId, words: heardWords, ...listening }
      : undefined
  return { words, heard }
}
