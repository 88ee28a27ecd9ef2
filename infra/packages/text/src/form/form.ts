import { withoutInvisible } from './invisible.ts'
import { plainLetters } from './letters.ts'
import { withoutPictures } from './pictures.ts'

/** A number whose groups no-break spaces hold together; as blanks they would be numbers of their own. */
const groupedNumber = /(?<!\d)\d{1,3}(?:[\u00A0\u2009\u202F]\d{3}){1,5}(?!\d)/g
/** Lines through, under and over a letter, and frames around it. */
const drawnOver = /[\p{M}&&[\u0305\u0332-\u0338\u20D0-\u20F0\p{Me}]]/gv
/** Accents in a heap: no language has three. */
const heapedAccents = /([\p{M}&&\p{sc=Inherited}]{2})[\p{M}&&\p{sc=Inherited}]+/gv

/**
 * A text in the characters that a voice has learnt, before anything is read in it: NFKC but for signs that would change their meaning
 * (`2²`, `½`, `№`, `1º`, `©`), without invisible characters and pictures. No letter and no digit is lost.
 */
export function form(text: string): string {
  const visible = withoutInvisible(
    withoutPictures(text.toWellFormed()).replace(groupedNumber, (number) => number.replace(/\D/g, '')),
  )
  return plainLetters(visible).replace(drawnOver, '').replace(/‐|‑/g, '-').replace(heapedAccents, '$1')
}
