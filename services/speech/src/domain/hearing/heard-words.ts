import { plainUnitsOf } from './plain-units.ts'

/** A word as it is compared: its letters without case and accents. `isNumber`: it has figures. `isSign`: a sign of a script that has no blanks. */
export type HeardWord = { letters: string; isNumber: boolean; isSign: boolean }

/** Scripts that put no blank between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*/gu
/** Accents, and the points of Hebrew and Arabic, which are written or not; the vowels of other scripts are letters. */
const accents = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/gu
/** English words that are written together or apart, as they are spoken alike. */
const contractions: [RegExp, string][] = [
  [/\bcan['’]?t\b|\bcannot\b/giu, 'can not'],
  [/\bwon['’]t\b/giu, 'will not'],
  [/(?<=\p{L})n['’]t\b/giu, ' not'],
  [/(?<=\p{L})['’]re\b/giu, ' are'],
  [/(?<=\p{L})['’]ve\b/giu, ' have'],
  [/(?<=\p{L})['’]ll\b/giu, ' will'],
]

/** The words of a text, or of what was heard, in one form for both. Figures side by side are one number: 10:30, 1,250. */
export function heardWordsOf(text: string): HeardWord[] {
  const whole = contractions
    .reduce((one, [written, full]) => one.replace(written, full), text)
    .normalize('NFKD')
    .replace(accents, '')
    .replace(/['’]/gu, '')
    .replaceAll('ß', 'ss')
    // Hangul stays apart in its letters: a syllable has two or three of them.
    .replace(unspaced, ' $& ')
  const words: HeardWord[] = []
  for (const letters of plainUnitsOf(whole)) {
    const isNumber = /\p{N}/u.test(letters)
    const last = words.at(-1)
    if (isNumber && last?.isNumber && !/\p{L}/u.test(last.letters)) last.letters += letters
    else words.push({ letters, isNumber, isSign: new RegExp(`^${unspaced.source}$`, 'u').test(letters) })
  }
  return words
}
