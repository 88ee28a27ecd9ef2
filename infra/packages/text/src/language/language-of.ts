import { eld } from 'eld/extrasmall'
import { scriptsOf, scriptsOfLanguage } from './scripts.ts'

/**
 * Measured on 13,400 lines of English documentation, and 20 sentences of twelve other languages of 40 letters or more: those score 0.67 and more
 * in their own language. `Hello world` is as much Norwegian as English, so shorter texts are never sure.
 */
const minLetters = 40
const minScore = 0.65
/** The score of the language above that of the next. Neighbours such as Spanish and Portuguese are that near. */
const minMargin = 0.04
/** More is not needed to know it. */
const maxLength = 4_000
/** Words of no language. Each is tried from its beginning alone, or the search is quadratic. */
const names = /(?<!\S)(?:\S*[@/\\<>_=]\S*|\S+\.\S+|\S+\(\S*)/g

/** A list of names and places is in no language; German nouns are two fifths of its words. */
const maxCapitalShare = 0.6
const word = /\p{L}+/gu
const capitalWord = /\p{Lu}\p{L}*/gu

export type Language = {
  /** ISO 639-1; empty where there is nothing to tell it by. */
  language: string
  isSure: boolean
  /** 0..1 by language; none for those that it is not at all. */
  scores: Record<string, number>
}

/** The language in which a text is written, and whether that is sure: of a short text, a list or code it never is. */
export function languageOf(text: string): Language {
  const sample = text.slice(0, maxLength).replace(names, ' ')
  const result = eld.detect(sample)
  const { language } = result
  const scores = result.getScores()
  const [best = 0, next = 0] = Object.values(scores).sort((one, other) => other - one)
  const isSure =
    result.isReliable() &&
    (sample.match(/\p{L}/gu)?.length ?? 0) >= minLetters &&
    best >= minScore &&
    best - next >= minMargin &&
    (sample.match(capitalWord)?.length ?? 0) <= maxCapitalShare * (sample.match(word)?.length ?? 0) &&
    scriptsOfLanguage(language).includes(scriptsOf(sample)[0]?.script ?? '')
  return { language, isSure, scores }
}
