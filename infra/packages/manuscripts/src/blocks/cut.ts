import { sentencesOf } from '@utter/text/sentences/sentences'
import type { Pacer } from '../pacer.ts'

/**
 * A paragraph as pieces of at most `max` characters: ends of sentences part them, and blanks where a sentence is longer.
 * @param language BCP 47, for the ends of sentences
 */
export async function cutParagraph(
  text: string,
  { max, language, turn }: { max: number; language: string; turn: Pacer },
): Promise<string[]> {
  const pieces: string[] = []
  let at = 0
  while (text.length - at > max) {
    const window = text.slice(at, at + max)
    const length = lengthOfSentences(window, language) || window.lastIndexOf(' ') + 1 || wholeCharacters(window)
    pieces.push(text.slice(at, at + length).trim())
    at += length
    await turn()
  }
  return [...pieces, text.slice(at).trim()].filter((piece) => piece !== '')
}

/** All sentences but the last, which the end of the window may have cut. */
function lengthOfSentences(window: string, language: string): number {
  const last = sentencesOf(window, language).at(-1) ?? ''
  return window.length - last.length
}

const wholeCharacters = (window: string) => window.length - (/[\uD800-\uDBFF]$/.test(window) ? 1 : 0)
