import type { WordTimes } from '@utter/contracts/http/jobs/word-times'
import type { ChapterWord } from '@utter/contracts/http/works/words'
import { markedText, shownOfParts } from '@utter/text/markup/markup'
import { wordsIn } from '@utter/text/words/words-in'
import { diffArrays } from 'diff'
import type { Paragraph } from './work.ts'

/** When a paragraph sounds: from its first word to the end of its last one. Without times: it is not known, or nothing of it is spoken. */
export type ParagraphTimes = {
  id: string
  /** The speaker who says it. */
  speaker?: string
  startMs?: number
  endMs?: number
  words: ChapterWord[]
  /** When each word of its text begins, spoken or not; empty where no time is known. */
  wordStarts: (number | undefined)[]
}

/** Differences that are looked for, in some 50 ms at the most: past it no paragraph of the section has times. A changed paragraph of 1,000 characters has fewer. */
const maxDifferences = 500

/** A paragraph as it is shown: without its marks. */
export function shownTextOf(text: string): string {
  const marked = markedText(text)
  return 'fault' in marked ? text : shownOfParts(marked.parts)
}

/**
 * The words of a section's paragraphs at their place in the mp3 of their chapter. The words of a sound are one row for all of the section: each is given to
 * the paragraph that has it at this place. A word that is not spoken, as the address of a link, has no time.
 * @param startMs of the section in the chapter's mp3
 * @param isCurrent false where the paragraphs were changed since the sound was made: then one that does not have all of its words in it has no times
 * @param language BCP 47, as the text was read; absent: by the text
 */
export function paragraphTimesOf(
  paragraphs: Paragraph[],
  words: WordTimes,
  { startMs, isCurrent, language }: { startMs: number; isCurrent: boolean; language?: string | undefined },
): ParagraphTimes[] {
  const own = paragraphs.map(({ text }) => wordsIn(shownTextOf(text), language))
  const times = pairedTimes(own.flat(), words)
  let at = 0
  return paragraphs.map(({ id, speaker }, index) => {
    const count = own[index]?.length ?? 0
    const ofOwn = times.slice(at, at + count)
    const found = ofOwn.flatMap((one) => one ?? [])
    at += count
    const inChapter = (seconds: number) => startMs + Math.round(seconds * 1_000)
    const placed = found.map(({ word, start, end, estimated }) => ({
      text: word,
      startMs: inChapter(start),
      endMs: inChapter(end),
      estimated,
    }))
    const [first, last] = [placed[0], placed.at(-1)]
    if (!first || !last || (!isCurrent && found.length < count)) return { id, words: [], wordStarts: [] }
    const wordStarts = ofOwn.map((one) => one && inChapter(one.start))
    const said = speaker === undefined ? {} : { speaker }
    return { id, ...said, startMs: first.startMs, endMs: last.endMs, words: placed, wordStarts }
  })
}

/** For each word of a text its time; undefined where it was not spoken. */
function pairedTimes(own: string[], spoken: WordTimes): (WordTimes[number] | undefined)[] {
  const times: (WordTimes[number] | undefined)[] = own.map(() => undefined)
  const changes = diffArrays(
    own,
    spoken.map(({ word }) => word),
    { maxEditLength: maxDifferences },
  )
  let [place, word] = [0, 0]
  for (const { count, added, removed } of changes ?? []) {
    for (let pair = 0; pair < count && !added && !removed; pair++) times[place + pair] = spoken[word + pair]
    if (!added) place += count
    if (!removed) word += count
  }
  return times
}
