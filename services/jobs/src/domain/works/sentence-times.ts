import { sentencesOf } from '@utter/text/sentences/sentences'
import { wordsIn } from '@utter/text/words/words-in'

/** A sentence with the blanks behind it; `startMs` of its first word that is spoken, where there is one. */
export type TimedSentence = { text: string; startMs?: number }

type Read = {
  /** Milliseconds at which each word of the paragraph begins; undefined: it is not spoken. */
  wordStarts: (number | undefined)[]
  /** BCP 47, by which its words were told apart; absent: by the text. */
  ofWords: string | undefined
  /** BCP 47, by which its sentences end. */
  ofSentences: string
}

/** The sentences of a paragraph, which are its text when joined; undefined where it is one sentence, or its words are not those of its sentences. */
export function sentenceTimesOf(text: string, { wordStarts, ofWords, ofSentences }: Read): TimedSentence[] | undefined {
  const sentences = sentencesOf(text, ofSentences)
  if (sentences.length < 2) return undefined
  let at = 0
  const timed = sentences.map((sentence) => {
    const count = wordsIn(sentence, ofWords).length
    const startMs = wordStarts.slice(at, at + count).find((start) => start !== undefined)
    at += count
    return { text: sentence, ...(startMs !== undefined && { startMs }) }
  })
  return at === wordStarts.length ? timed : undefined
}
