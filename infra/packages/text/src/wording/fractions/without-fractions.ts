import { dateNames } from '../intl.ts'
import type { Wording } from '../wording.ts'
import type { FractionPlace, Fractions } from './fractions.ts'

const reach = 40
/** A sign with its whole number, and the digit behind. */
const sign = /(?:(?<![\p{N}.,])(\d{1,9}) ?)?([¼-¾⅐-⅞])(?=(\d)?)/gu
/** An amount is one figure with its currency, `€2½ million`. */
const ofMoney = /(?<=\p{Sc} ?)(\d{0,9})([½¼¾])(?!\d)/gu
const decimals: Record<string, string> = { '½': '.5', '¼': '.25', '¾': '.75' }
/** Behind a whole number, a hyphen or a dash is a range: `1–1½`, `½-¾`. */
const range = /(?<=(?<!\d)\d{1,3}(?:⁄\d{1,2})?) ?[-–] ?(?=(?:\d{1,3} )?\d{1,2}⁄)/gu

/** `½` and its like as figures around a fraction slash, which no date and no score is written with: `2½` is `2 1⁄2`. */
export const withStrokes = (text: string, { signs }: Wording): string =>
  text
    .replace(ofMoney, (_, whole: string, written: string) => `${whole || 0}${decimals[written]}`)
    .replace(
      sign,
      (_, whole: string | undefined, written: string, digit: string | undefined, at: number, all: string) => {
        const gap = whole === undefined && /\d/.test(all[at - 1] ?? '') ? ' ' : ''
        return `${gap}${whole === undefined ? '' : `${whole} `}${written.normalize('NFKC')}${digit ? ' ' : ''}`
      },
    )
    .replace(range, ` ${signs.to} `)

/** Parts that need no evidence, and those that do: scores and dates have ten and twelve. */
const usual = new Set([2, 3, 4, 5, 6, 8, 16, 32, 64])
const rare = new Set([7, 9, 10, 12, 100])
const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other))
const isUsual = (numerator: number, denominator: number) =>
  usual.has(denominator) && divisor(numerator, denominator) === 1
const isFraction = (numerator: number, denominator: number) =>
  numerator > 0 && numerator < denominator && (usual.has(denominator) || rare.has(denominator))

/** A row of fractions with strokes, without a sign of arithmetic or a part of an address at its ends. */
const one = '(?:\\d{1,3} )?\\d{1,2}[/⁄]\\d{1,3}'
const between = '(?:, (?:\\p{L}{1,3} )?| \\p{L}{1,3} | ?[-–] ?)'
const row = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}\\p{Sc}.,:/⁄_@#&=~^*×÷+−-]|[=~^*×÷+−<>≤≥±√] ?|\\d ?[-–/] ?)${one}(?:${between}${one}){0,9}(?![\\p{L}\\p{M}\\p{N}/⁄_@]|[.,:]\\d|[-–](?!\\p{L}| )| ?[=^*×÷+−<>≤≥±]| [-–/] ?\\d)`,
  'gu',
)
/** Each of a row, and each that is a fraction for certain, with the word behind it. */
const each = /(?:(?<!\d)(\d{1,3}) )?(\d{1,2})[/⁄](\d{1,3})/gu
const certain =
  /(?<![\p{N}/⁄])(?:(?<![\p{N}.,'’])(\d{1,9}) )?(\d{1,2})⁄(\d{1,3})(?![\p{N}/⁄])(?:([ -])(\p{L}[\p{L}\p{M}]{0,30})(?![\p{L}\p{M}]))?/gu

/**
 * Fractions in words: those with a fraction slash, or of a sign of their own, always. A fraction with a stroke is one where each in its
 * row has fewer parts than the whole, of 2, 3, 4, 5, 6, 8, 16, 32 or 64, in lowest terms (`32/64` are bits), and where nothing
 * speaks for arithmetic, a date (`on 3/4`, `Monday 3/4`), a page or a score (`step 1/2`, `4/5 stars`, `(1/2)`), a name or an address
 * (`Via Roma 1/2`). With a whole number before, or a measure or `of` behind, 7, 9, 10, 12 and 100 parts and other terms count
 * too. All others stay: `9/11`, `24/7`, `7/10`.
 */
export function withoutFractions(text: string, language: string, { fractions, signs }: Wording): string {
  const names = dateNames(language)
  return text
    .replace(row, (match, ...rest) => {
      const [at, whole] = rest.slice(-2) as [number, string]
      const place = {
        match,
        before: whole.slice(Math.max(0, at - reach), at),
        behind: whole.slice(at + match.length, at + match.length + reach),
      }
      return isRow(place, fractions, names) ? match.replaceAll('/', '⁄').replace(range, ` ${signs.to} `) : match
    })
    .replace(certain, (match, whole: string | undefined, over: string, under: string, gap = '', noun = '', ...rest) => {
      const [numerator, denominator] = [Number(over), Number(under)]
      if (!isFraction(numerator, denominator)) return match.replace('⁄', '/')
      const [at, all] = rest.slice(-2) as [number, string]
      const end = at + match.length
      const behind = all.slice(end - gap.length - noun.length, end + reach)
      const before = all.slice(Math.max(0, at - reach), at)
      const count = whole === undefined ? undefined : Number(whole)
      const place: FractionPlace = { whole: count, numerator, denominator, noun, gap, behind, before }
      const { text, hasNoun = false } = fractions.say(place)
      const touched = gap === '' && /^[\p{L}\p{N}]/u.test(behind) ? ' ' : ''
      return `${/[\p{L}\p{N}]$/u.test(before) ? ' ' : ''}${text}${hasNoun ? '' : `${gap}${noun}`}${touched}`
    })
}

type Row = { match: string; before: string; behind: string }

function isRow({ match, before, behind }: Row, fractions: Fractions, names: Set<string>): boolean {
  const members = [...match.matchAll(each)]
  if (!members.every(([, , over, under]) => isFraction(Number(over), Number(under)))) return false
  if ((/[([]$/.test(before) && /^[)\]]/.test(behind)) || behind.startsWith(':')) return false
  const [, word = '', mark = ''] = /(\p{L}[\p{L}\p{M}]*)([.,:]?) $/u.exec(before) ?? []
  const [, noun = ''] = /^[ -](\p{L}[\p{L}\p{M}]*)/u.exec(behind) ?? []
  if (/\d $/.test(before) || meter.test(before)) return false
  if (names.has(word) || names.has(noun) || fractions.isCounter(word)) return false
  if (fractions.isMeasure(noun) || fractions.of.test(behind)) return true
  if (/[-–]/.test(match) || fractions.isDated(word) || fractions.isScore(noun) || isBesideFigures(before, behind))
    return false
  const [, whole] = members[0] ?? []
  if (whole === undefined && /(?:^|\n)$/.test(before) && /^ \p{Lu}/u.test(behind)) return false
  if (/[.!?…]["”)]? $/.test(before) && /^\s*(?:$|\n)/.test(behind)) return false
  const isOfAName = mark === '' && /^\p{Lu}/u.test(word) && !/(?:^|[.!?:\n("“„«]\s*)\p{L}+ $/u.test(before)
  if (isOfAName || /(?:stra(?:ß|ss)e|weg|platz|gasse|allee|street|road|avenue)$/iu.test(word)) return false
  return (
    whole !== undefined ||
    match.includes('⁄') ||
    members.every(([, , over, under]) => isUsual(Number(over), Number(under)))
  )
}

/** A meter of music, `compás de 3/4`. */
const meter = /(?:^|\P{L})(?:compás|compasso|tempo|ritmo|rythme|mesure|misura) (?:de|di|à|in|em) $/iu
const isBesideFigures = (before: string, behind: string) =>
  /\d[.,]? $/.test(before) ||
  /^,? \d/.test(behind) ||
  /^ (?:at|from|um|ab|à|às|a|alle|dalle) (?:las? )?\d/u.test(behind)
