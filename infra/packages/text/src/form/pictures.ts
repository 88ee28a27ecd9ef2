import { apart } from './apart.ts'

const keycaps = /(?:[0-9#*]\uFE0F?\u20E3)+/g
const ten = /🔟\uFE0F?/gu

/** Pictures of a sign, which are read as the sign. */
const signs: Record<string, string> = {
  '➕': '+',
  '➖': '−',
  '✖': '×',
  '➗': '÷',
  '🟰': '=',
  '➡': '→',
  '⬅': '←',
  '❓': '?',
  '❔': '?',
  '❗': '!',
  '❕': '!',
}
const pictureOfASign = new RegExp(`(?<!\\u200D)[${Object.keys(signs).join('')}]\\uFE0F?`, 'gu')

/** Signs and letters that Unicode counts among the pictures, and people write as text. */
const picture = /[[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]--[©®™‼⁉↔Ⓜ🅰🅱🅾🅿]]/v.source
const tail = /[\uFE0E\uFE0F\u20E3\u{E0020}-\u{E007F}]*/u.source
const sequence = `${picture}${tail}(?:\\u200D${picture}?${tail})*`
/** Pictures with the blanks around them. A run of blanks is tried from its first one alone, or the search is quadratic. */
const pictures = new RegExp(`(?<![ \\t])[ \\t]*${sequence}(?:[ \\t]*${sequence})*[ \\t]*`, 'gv')

/**
 * A text without its pictures, whose names nobody wants to hear: keycaps are their digits, pictures of signs the signs, and any other leaves
 * a blank, so that no two words become one.
 */
export const withoutPictures = (text: string): string =>
  text
    .replace(keycaps, (run, at: number, whole: string) => apart(run.replace(/[\uFE0F\u20E3]/g, ''), run, at, whole))
    .replace(ten, (run, at: number, whole: string) => apart('10', run, at, whole))
    .replace(pictureOfASign, ([sign = '']) => signs[sign] ?? sign)
    .replace(pictures, (run, at: number, whole: string) => gapOf(whole, at, at + run.length))

/** No blank beside a line's end, or before a mark that ends the words before it: that of `😀 .NET` begins one. */
function gapOf(text: string, from: number, to: number): string {
  const isAtStart = from === 0 || text[from - 1] === '\n'
  const after = text.slice(to, to + 2)
  return isAtStart || /^(?:\n|$|[.,!?;:)\]…](?:[\s.,!?;:)\]…]|$))/.test(after) ? '' : ' '
}
