import type { Wording } from '../wording.ts'
import { isCountedInCapitals, linesInCapitals, placeInCapitals, quietCentury, quietForm } from './in-capitals.ts'
import { romanValue } from './numeral.ts'
import type { Roman, RomanPlace, SpokenRoman } from './roman.ts'

const reach = 60
const and = '(?:and|or|to|und|oder|bis|et|ou|à|y|o|a|e|&|और|से)'
const article = "(?:(?:the|dem|der|das|le|el|il|lo|la|os?|au|al|nel|dal) |(?:l|nell|dell)['’])?"
const between = new RegExp(`^(?:, (?:${and} )?| ${and} | (?:au|al) )${article}$`)
const further = new RegExp(
  `^(?:,? ${and} |, | (?:au|al) | ?[-–] ?)${article}[IVX]{1,7}(?:th|st|nd|rd|er|e|ème|ᵉ|\\.)?(?=[ ,–-])`,
)
/** The point of old print behind a numeral, where no sentence ends: `Henry II. of England`. */
const point = '(\\.(?=[,;:]| \\p{Ll}))?'
/** The numeral before, with the words before it, which count for a list of numerals too. */
type Said = { end: number; value: number; as?: SpokenRoman['as']; word?: string; before?: string }
const kept = new Map<Roman, RegExp>()

/**
 * Roman numerals in words, where they are numbers for certain: behind a ruler's name, or beside a word that is counted (a chapter,
 * a century, a world war); in capitals behind a few of them alone (`in-capitals.ts`). Everything else stays: `I`, `IV drip`, `CV`, `Malcolm X`.
 */
export function withoutRoman(text: string, { roman, signs }: Wording): string {
  let last: Said = { end: -1, value: 0 }
  const isInCapitals = linesInCapitals(text)
  return text.replace(
    expressionOf(roman),
    (
      match,
      short: string | undefined,
      dash: string | undefined,
      letters: string,
      suffix: string,
      point = '',
      ...rest
    ) => {
      const value = romanValue(letters)
      const [at, whole] = rest.slice(-2) as [number, string]
      const end = at + match.length
      if (value === undefined || isPart(whole, end)) return match
      const isNear = last.end >= 0 && at - last.end <= reach
      const gap = isNear ? whole.slice(last.end, at) : ''
      const goesOn = isNear && last.value < value && (dash ? gap === '' : between.test(small(gap)))
      const listed = goesOn && last.as !== 'name' ? last.as : undefined
      if (dash && !listed) return match
      const isSameName = goesOn && last.as === 'name' && letters.length > 1
      const { before, word: written } = isSameName ? { before: '', word: '', ...last } : wordBefore(whole, at)
      const quiet = listed || isSameName || short ? undefined : quietForm(written)
      const word = quiet ?? written
      const behind = whole.slice(end - point.length, end + reach)
      const next = /^[ -]([\p{L}\p{M}]+)/u.exec(behind.replace(further, ''))?.[1] ?? ''
      const place: RomanPlace = {
        ...{ value, letters, suffix, before, behind, listed },
        word: short ? (roman.abbreviations[short.trim()] ?? '') : word,
        next: quietCentury(next) ?? next,
      }
      const said = quiet === undefined ? place : placeInCapitals(place, () => isInCapitals(at))
      const spoken = said && roman.say(said)
      if (!spoken || (quiet !== undefined && spoken.as !== 'name' && !isCountedInCapitals(place))) return match
      last = { end, value, as: spoken.as, word, before }
      return `${short ? `${place.word} ` : ''}${dash ? ` ${signs.to} ` : ''}${spoken.text}${point && spoken.as !== 'name' && whole[end] === ' ' ? ',' : ''}`
    },
  )
}

/** Words in capitals between numerals of a list, `I AND II`, in small letters. */
const small = (gap: string) => (gap === gap.toUpperCase() ? gap.toLowerCase() : gap)

/** The word before a place and a blank; empty where it is none of letters alone. */
function wordBefore(text: string, at: number): { before: string; word: string } {
  const body = text.slice(Math.max(0, at - reach), at)
  if (!body.endsWith(' ')) return { before: body, word: '' }
  const rest = body.slice(0, -1)
  const from = rest.search(/[^\s("“„«'’]*$/)
  const word = rest.slice(from)
  return { before: rest.slice(0, from), word: /^[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)?\.?$/u.test(word) ? word : '' }
}

/** Whether the letters go on, as a part of something: `IV.2`, `II-A`, `I/O`. */
const isPart = (text: string, end: number) =>
  /^(?:[.:][\p{L}\p{N}]|[/@_]|[-–](?!\p{L}\p{Ll}| ?[IVXLC]+(?!\p{L})))/u.test(text.slice(end, end + 12))

function expressionOf(roman: Roman): RegExp {
  const made = kept.get(roman)
  if (made) return made
  const short = Object.keys(roman.abbreviations).map((one) => one.replace('.', '\\.'))
  const abbreviation = short.length > 0 ? `(?<![\\p{L}\\p{N}])((?:${short.join('|')}) ?)` : '($.)'
  const dash = `(?<=[IVXLC]\\p{Ll}{0,3}\\.?)( ?[-–] ?)`
  const one = new RegExp(
    `(?:${abbreviation}|${dash}|(?<![\\p{L}\\p{M}\\p{N}_/@#&.–-]))([IVXLC]{1,12})(${roman.suffix})(?![\\p{L}\\p{M}\\p{N}_])${point}`,
    'gu',
  )
  kept.set(roman, one)
  return one
}
