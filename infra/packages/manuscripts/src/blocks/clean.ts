import { withoutInvisible } from '@utter/text/form/invisible'

const maxTitle = 200

/** A text without control and invisible characters, with single blanks and line ends. */
export const clean = (text: string): string =>
  withoutInvisible(text.toWellFormed())
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim()

/** A text that is clean as one line of at most `max` characters, cut between words with a `…`. */
export function oneLine(text: string, max = maxTitle): string {
  const line = text.replaceAll('\n', ' ')
  if (line.length <= max) return line
  const start = line.slice(0, max - 1)
  const blank = start.lastIndexOf(' ')
  return `${(blank > max / 2 ? start.slice(0, blank) : start).toWellFormed().trimEnd()}…`
}

export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** Whether two headings are the same to a reader: case, blanks and signs do not count. */
export const sameWords = (one: string, other: string): boolean => wordsOnly(one) === wordsOnly(other)
export const wordsOnly = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
