import { among } from './counted.ts'
import type { RomanPlace } from './roman.ts'

/** Divisions of books, plays and times, of all languages; which of them a language counts it says itself. No kind is among them: `TYPE X`, `CLASS C`. */
const isDivision = among(
  `chapter chapters part parts act acts scene scenes volume volumes book books section sections canto cantos psalm psalms sonnet sonnets appendix
    kapitel band teil akt szene buch abschnitt anhang
    chapitre chapitres tome tomes livre livres partie acte actes scène scènes annexe
    capítulo capítulos tomo tomos volumen libro libros parte acto actos escena escenas siglo siglos
    livro livros ato atos cena cenas século séculos capitolo capitoli atto atti scena sezione canti secolo secoli`,
)
/** A century in capitals, as each language has it in a sentence: nothing but its number stands before it. */
const centuries = new Map(
  ['century', 'centuries', 'siècle', 'siècles', 'secolo', 'Jahrhundert', 'Jahrhunderts', 'Jahrhunderte'].map((word) => [
    word.toUpperCase(),
    word,
  ]),
)
/** @param next the word behind a numeral */
export const quietCentury = (next: string): string | undefined => centuries.get(next)
const isWorldWar = ({ word, before }: RomanPlace) => /^Wars?$/.test(word) && /(?:^|[^\p{L}])WORLD $/u.test(before)

/** Whether letters in a line of capitals are a number though no ruler's name is before them. */
export const isCountedInCapitals = (place: RomanPlace): boolean =>
  isDivision(place.word) || isWorldWar(place) || [...centuries.values()].includes(place.next)

/** Behind a single `I`, which is a pronoun or an article as well: an end, or one more numeral, `ACT I, SCENE II`, `PARTS I AND II`. */
const endOrNumeral = /^(?: *(?:$|\n)|[.:)]|,? (?:\p{Lu}+ )?[IVX]{1,7}(?!\p{L})| ?[–—-])/u

/** A word in capitals as it is written in a sentence; undefined for any other. */
export const quietForm = (word: string): string | undefined =>
  word.length > 2 && word === word.toUpperCase() && word !== word.toLowerCase()
    ? word
        .split('-')
        .map((part) => `${part.charAt(0)}${part.slice(1).toLowerCase()}`)
        .join('-')
    : undefined

/**
 * Whether the line around a place has no small letter. Each line is looked at once: a text may be one line, of numerals alone.
 * @returns takes places from the first to the last
 */
export function linesInCapitals(text: string): (at: number) => boolean {
  let end = -1
  let isInCapitals = false
  return (at) => {
    if (at > end) {
      const next = text.indexOf('\n', at)
      end = next === -1 ? text.length : next
      isInCapitals = !/\p{Ll}/u.test(text.slice(text.lastIndexOf('\n', at - 1) + 1, end))
    }
    return isInCapitals
  }
}

/**
 * Whether letters behind a word in capitals are a numeral for certain: behind a division, `CHAPTER IV`, and in a line of capitals alone behind a name,
 * `LOUIS XIV`, or before a century, where they are two or more. There letters are no sign of a numeral: `PART MIX`, `THE PART I LIKE`.
 * @param isLineInCapitals whether its line has no small letter
 * @returns the place as it is said: without what is behind an `I` that nothing needs
 */
export function placeInCapitals(place: RomanPlace, isLineInCapitals: () => boolean): RomanPlace | undefined {
  const { word, letters, behind } = place
  if (isDivision(word)) {
    if (letters !== 'I') return place
    return endOrNumeral.test(behind) ? { ...place, behind: '', next: '' } : undefined
  }
  return letters.length > 1 && isLineInCapitals() ? place : undefined
}
