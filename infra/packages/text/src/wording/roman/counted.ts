import { gendersOf } from '../word-lists.ts'
import type { RomanPlace } from './roman.ts'

/** Words in a set, each in small letters or with a capital first; text in capitals is in none. */
export const among = (words: string): ((word: string) => boolean) => {
  const set = new Set(words.split(/\s+/))
  return (word) => set.has(`${word.charAt(0).toLowerCase()}${word.slice(1)}`)
}

/** Rulers and popes of whom there were two or more, by the gender of their ordinal. */
export type Gender = 'm' | 'f'
export const rulersOf = (names: Record<Gender, string>): ((word: string) => Gender | undefined) => {
  const genders = gendersOf(names)
  return (word) => genders.get(word) ?? genders.get(word.split('-').at(-1) ?? '')
}

/** Names that somebody bore as the tenth; behind all others a single `X` is a name of its own (Malcolm X). */
const tenths =
  /^(?:Charles|Carlos|Carlo|Karl|Louis|Luis|Luís|Luigi|Ludwig|Leo|León|Léon|Leone|Leão|Pius|Pie|Pío|Pio|Gr[eé]gor\w*|Benedi[ck]t\w*|Bento|Benoît|Bonifa[cz]\w*|Clement\w?|Inno[cz]en\w*|Stephan|Stephen|Esteban|Alfonso|Afonso|Christian|John|Jean|Juan|João|Giovanni|Johannes|Ptolem\w*|Rama)$/u
/** A title before a name leaves no doubt that a single letter behind it is a number. */
const title =
  /(?:^|[^\p{L}])(?:King|Queen|Pope|Emperor|Empress|Tsar|Czar|Sultan|Pharaoh|König|Königin|Kaiser|Kaiserin|Papst|Zar|Zarin|rey|reina|papa|emperador|emperatriz|zar|don|doña|roi|reine|pape|empereur|tsar|re|regina|imperatore|rei|rainha|imperador|dom|dona|d\.)(?: \p{Lu}[\p{L}-]*)? $/iu
export const isTitled = (before: string): boolean => title.test(before)

/** A single letter with a point before a capital, which is an initial as often: `Charles V. Smith`; not where a sentence begins. */
const initial =
  /^\.? (?!(?:He|She|It|The|They|In|His|Her|But|And|At|On|By|A|An|This|That|When|After|El|La|Los|Las|En|Su|Un|Una|Il|Le|Les|Elle|Au|Son|Sa|Lo|Gli|Nel|Suo|Era|O|Os|As|Em|No|Na|Seu|Sua|Ele|Ela|Y|E|Et|Al|Del)(?!\p{L}))\p{Lu}/u
export const maybeInitial = ({ letters, suffix, before, behind }: RomanPlace): boolean =>
  letters.length === 1 && (behind.startsWith('.') || suffix === '.') && initial.test(behind) && !isTitled(before)

/** Whether what is counted goes as far: a hundred chapters, no hundred classes; and whether its `X` is ten (`Chapter X`) or any (`Type X`). */
export const mayCount = (word: string, letters: string): boolean => {
  if (letters === 'X') {
    return /^(?:chap|kap|cap|vol|band|buch|book|livr|libr|tom|canto|psalm|sonnet|art|act|akt|ato|atto|part|teil|episod)/i.test(
      word,
    )
  }
  return (
    /^[IVX]+$/.test(letters) ||
    /^(?:chap|kap|cap|vol|band|buch|book|livr|libr|tom|canto|psalm|sonnet|art|bowl)/i.test(word)
  )
}

export const maybeRuler = (name: string, letters: string, value: number): boolean =>
  value <= 23 && /^[IVX]+$/.test(letters) && (letters !== 'X' || tenths.test(name))
