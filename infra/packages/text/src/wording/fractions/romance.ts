import { type CountedIn, cardinal } from '../cardinals.ts'
import type { FractionPlace, Fractions } from './fractions.ts'

export type MeasureGender = 'm' | 'f'
/** The words of a Romance language for its fractions. */
export type Romance = {
  language: CountedIn
  /** Measures by their gender, as `hora:horas`. */
  measures: Record<MeasureGender, string>
  /** A part in one and in many. */
  parts: Record<number, [one: string, many: string]>
  one: string
  and: string
  /** A half behind a whole number, by the gender of the noun. */
  half: Record<MeasureGender, string>
  /** A half of a noun, where it is not the half by its gender and the noun: `media hora`. */
  halfOf?(noun: string, gender: MeasureGender, hasArticle: boolean): string | undefined
  /** Parts that are named as such: `tres cuartas partes`, by their number. */
  ofParts?: Record<number, string>
  /** A half of all that follows: `la mitad` de. */
  halfOfAll: string
  /** `de hora` */
  partOf(noun: string): string
  /** A single one with its article: `una hora`. */
  oneOf(noun: string, gender: MeasureGender): string
  /** Two, where it has a gender. */
  two?: Record<MeasureGender, string>
  /** An article, with which no other comes before a half. */
  article: RegExp
}

/**
 * How Romance languages say a fraction: behind the noun of its whole number (`dos tazas y media`), or before its own (`media taza`, `tres
 * cuartos de taza`). Nouns that are not among the measures stay behind the number.
 */
export function romance(words: Romance, rest: Pick<Fractions, 'of' | 'isDated' | 'isCounter' | 'isScore'>): Fractions {
  const nouns = new Map<string, { one: string; many: string; gender: MeasureGender }>()
  for (const gender of ['m', 'f'] as const) {
    for (const pair of words.measures[gender].split(/\s+/)) {
      const [one = '', many = `${one}s`] = pair.split(':')
      nouns.set(one, { one, many, gender })
      nouns.set(many, { one, many, gender })
    }
  }
  const partsOf = ({ numerator, denominator, before }: FractionPlace) => {
    const [one, many] = words.parts[denominator] ?? ['', '']
    if (numerator === 1 && words.article.test(before)) return one
    return numerator === 1 ? `${words.one} ${one}` : `${cardinal(words.language, numerator)} ${many}`
  }
  const wholeOf = (whole: number, gender: MeasureGender) =>
    (whole === 2 ? words.two?.[gender] : undefined) ?? (whole > 20 ? String(whole) : cardinal(words.language, whole))
  const say: Fractions['say'] = (place) => {
    const { whole, numerator, denominator, noun, gap, before } = place
    const isHalf = denominator === 2
    const measure = gap === ' ' ? nouns.get(noun.toLowerCase()) : undefined
    const hasArticle = words.article.test(before)
    const ofParts = noun.toLowerCase() === 'partes' ? words.ofParts?.[denominator] : undefined
    if (whole === undefined && ofParts) return { text: `${cardinal(words.language, numerator)} ${ofParts}` }
    if (whole === undefined && !measure) {
      return { text: isHalf && !hasArticle && rest.of.test(place.behind) ? words.halfOfAll : partsOf(place) }
    }
    const behind = isHalf ? words.half[measure?.gender ?? 'm'] : partsOf(place)
    if (whole !== undefined && !measure) return { text: `${wholeOf(whole, 'm')} ${words.and} ${behind}` }
    const { one, many, gender } = measure ?? { one: noun, many: noun, gender: 'm' }
    if (whole !== undefined) {
      const counted = whole === 1 ? words.oneOf(one, gender) : `${wholeOf(whole, gender)} ${many}`
      return { text: `${counted} ${words.and} ${behind}`, hasNoun: true }
    }
    if (isHalf && numerator === 1) {
      const text = words.halfOf?.(one, gender, hasArticle) ?? `${words.half[gender]} ${one}`
      return { text, hasNoun: true }
    }
    return { text: `${partsOf(place)} ${words.partOf(one)}`, hasNoun: true }
  }
  return { ...rest, isMeasure: (noun) => nouns.has(noun.toLowerCase()) || /^(?:por|pour|per)$/.test(noun), say }
}

/** Parts whose many has another ending. */
export const partsWith = (ending: (one: string) => string, ones: Record<number, string>): Romance['parts'] =>
  Object.fromEntries(Object.entries(ones).map(([parts, one]) => [parts, [one, ending(one)]]))
