import { pausesMs } from '@utter/text/sentences/pauses'

/** Longest end of a text that is looked at. */
const maxEnd = 60

/** Silence between two texts that are spoken apart, as it would be if they were one: none inside of a clause. */
export function pauseBetweenMs(before: string, after: string): number {
  const end = before.slice(-maxEnd)
  const said = end.trimEnd()
  const blanks = end.slice(said.length) + after.slice(0, after.length - after.trimStart().length)
  if (blanks.includes('\n')) return pausesMs.paragraph
  const closed = said.replace(/["'“”„«»‘’)\]}]{1,8}$/u, '')
  if (/[.!?…。！？।]$/u.test(closed)) return pausesMs.sentence
  return /[,;:–—、，；：]$/u.test(closed) ? pausesMs.clause : 0
}
