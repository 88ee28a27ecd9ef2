import anyAscii from 'any-ascii'
import { apart } from './apart.ts'

/** Numbers in circles and brackets, each a word of its own. */
const enclosedNumbers = /[\u2460-\u249B\u24EA-\u24FF\u2776-\u2793]/g
/** White letters on black: they have no decomposition in Unicode. */
const whiteLetters = /[\u{1F150}-\u{1F169}\u{1F170}-\u{1F189}]\uFE0F?/gu
const smallCapitals = /(?<![\p{L}\p{N}])[ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢsx]{3,}(?![\p{L}\p{N}])/gu

/**
 * Signs that a compatibility form would make a letter, a digit or a mark of (`2²` would be 22, `1º` 1o, `№` No), and letters
 * of Korean and Thai that it would take apart.
 */
const isKept = /[¼-¾⅐-⅞↉²³¹⁰⁴-⁻ⁿ₀-₋™©®℠…№ªº´¨¸¯\u02D8-\u02DD\u0384ำຳ\u3130-\u318F]/u
const compatible = new RegExp(`(?:(?!${isKept.source})[^\\x00-\\x7F])+`, 'gu')

/** Letters as they are on a keyboard: ligatures, full width, bold and script of mathematics, circles, small capitals. */
export const plainLetters = (text: string): string =>
  text
    .replace(enclosedNumbers, (mark, at: number, whole: string) => apart(numberIn(mark), mark, at, whole))
    .replace(whiteLetters, whiteLetterOf)
    .replace(smallCapitals, (word) => (/[^sx]/.test(word) ? anyAscii(word).toLowerCase() : word))
    .replace(/ⁿ(?=ᵈ)/gu, 'n')
    .replace(compatible, (run) => run.normalize('NFKC'))
    .normalize('NFC')

const numberIn = (mark: string) => (/\d/.test(mark.normalize('NFKC')) ? mark.normalize('NFKC') : anyAscii(mark))

function whiteLetterOf(mark: string): string {
  const code = mark.codePointAt(0) ?? 0
  return String.fromCharCode(65 + code - (code < 0x1f170 ? 0x1f150 : 0x1f170))
}
