import type { WordTime } from '@utter/contracts/http/jobs/word-times'

/** A part of a text: a word with its place among the words, or what is between two. */
export interface TextPart {
  text: string
  word?: number
}

/** How far behind the word before it a word is looked for, in characters: a link or a mark may be in between. */
const maxGap = 300

/** A text in its parts. A word that it does not have, such as one that was made of a figure, is in none of them. */
export function placedWords(text: string, words: readonly WordTime[]): TextPart[] {
  const parts: TextPart[] = []
  let read = 0
  for (const [index, { word }] of words.entries()) {
    const at = text.slice(read, read + maxGap).indexOf(word)
    if (at < 0) continue
    if (at > 0) parts.push({ text: text.slice(read, read + at) })
    parts.push({ text: word, word: index })
    read += at + word.length
  }
  return read < text.length ? [...parts, { text: text.slice(read) }] : parts
}

/** The word that is heard at a time, or was the last one before it; undefined before the first. */
export function wordAt(words: readonly WordTime[], seconds: number): number | undefined {
  const after = words.findIndex(({ start }) => start > seconds)
  const index = (after < 0 ? words.length : after) - 1
  return index < 0 ? undefined : index
}
