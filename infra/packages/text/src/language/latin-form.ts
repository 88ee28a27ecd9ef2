import anyAscii from 'any-ascii'
import { scriptsOfLanguage } from './scripts.ts'

const greek = 'αβγδεζηθικλμνξοπρστυφχψω'
const greekNames =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi omega'.split(
    ' ',
  )
/** A letter of a formula, not of a Greek word. */
const greekSign = /(?<!\p{L})[α-ωΑ-Ω](?![\p{L}\p{M}])/gu

/**
 * A text whose words in scripts that a voice of these languages cannot read are in Latin letters; its own letters, and Latin ones with their
 * marks, stay. An engine reads a letter that it has not learnt by its name ('Cyrillic capital letter em').
 */
export function latinForm(text: string, languages: string[]): string {
  const own = [...new Set([...languages.flatMap(scriptsOfLanguage), 'Latn', 'Zyyy', 'Zinh'])]
  const foreign = new RegExp(
    `[\\p{L}--[${own.map((script) => `\\p{sc=${script}}\\p{scx=${script}}`).join('')}]][\\p{M}\\u200C\\u200D]*`,
    'gv',
  )
  if (!foreign.test(text)) return text
  const named = own.includes('Grek')
    ? text
    : text.replace(greekSign, (sign) => greekNames[greek.indexOf(sign.toLowerCase())] ?? sign)
  foreign.lastIndex = 0
  return named.replace(new RegExp(`(?:${foreign.source})+`, 'gv'), (word) => anyAscii(word.normalize('NFC')))
}

/** A text in ASCII, for an engine that reads nothing else: `Łódź` is Lodz, `東京` DongJing, a letter without a form a blank. */
export const asciiLetters = (text: string): string => anyAscii(text.normalize('NFC')).replace(/[^\n\x20-\x7E]/g, ' ')
