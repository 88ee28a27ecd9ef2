import { cardinal } from '../cardinals.ts'
import { gendersOf } from '../word-lists.ts'
import { among, type Gender, maybeInitial, maybeRuler, mayCount, rulersOf } from './counted.ts'
import type { Roman, RomanPlace, SpokenRoman } from './roman.ts'

/** The words of Spanish or Portuguese for its numerals. */
type Iberian = {
  language: 'es' | 'pt'
  rulers: Record<Gender, string>
  counted: string
  century: string
  /** Nouns behind an ordinal, in small letters. */
  inOrder: Record<Gender, string>
  abbreviations: Record<string, string>
  /** An ordinal from 1 to 30. */
  ordinal(value: number, gender: Gender, isBeforeItsNoun: boolean): string
}

/**
 * Both say rulers and centuries in order up to the tenth, and count them from there on (`Felipe segundo`, `Alfonso trece`); before a noun
 * they say all in order (`la Segunda Guerra Mundial`).
 */
export function iberian(words: Iberian): Roman {
  const ruler = rulersOf(words.rulers)
  const counted = among(words.counted)
  const century = among(words.century)
  const inOrder = gendersOf(words.inOrder)
  const upToTen = (value: number, gender: Gender) =>
    value <= 10 ? words.ordinal(value, gender, false) : cardinal(words.language, value)
  const say = (place: RomanPlace): SpokenRoman | undefined => {
    const { value, letters, word, next, listed } = place
    const isCounted = counted(word) && mayCount(word, letters)
    if (value > 30 || !/^[IVX]+$/.test(letters)) return isCounted ? { text: String(value), as: 'cardinal' } : undefined
    if (century(word) || listed === 'ordinal') return { text: upToTen(value, 'm'), as: 'ordinal' }
    if (listed === 'cardinal' || isCounted) return { text: cardinal(words.language, value), as: 'cardinal' }
    const ofNoun = /^\p{Lu}{2}/u.test(next) ? undefined : inOrder.get(next.toLowerCase())
    if (ofNoun) {
      const ordinal = words.ordinal(value, ofNoun, true)
      const isName = /^\p{Lu}/u.test(next)
      return { text: isName ? `${ordinal.charAt(0).toUpperCase()}${ordinal.slice(1)}` : ordinal, as: 'name' }
    }
    const gender = ruler(word)
    if (!gender || !maybeRuler(word, letters, value) || maybeInitial(place)) return
    return { text: upToTen(value, gender), as: 'name' }
  }
  return { suffix: '', abbreviations: words.abbreviations, say }
}
