import { cardinal } from '../cardinals.ts'
import { gendersOf } from '../word-lists.ts'
import { among, maybeInitial, maybeRuler, mayCount, rulersOf } from './counted.ts'
import type { Roman, RomanPlace } from './roman.ts'

const irregular: Record<number, string> = { 1: 'erst', 3: 'dritt', 7: 'siebt', 8: 'acht' }
const stem = (value: number) => irregular[value] ?? `${cardinal('de', value)}${value < 20 ? 't' : 'st'}`
const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

const ruler = rulersOf({
  m: `Adolf Albert Albrecht Alexander Alfons Alfonso Antiochos Artaxerxes August Benedikt Bonifatius Bonifaz Boleslaw Carl Christian
    Clemens Dareios Darius David Eduard Erich Ernst Eugen Ferdinand Franz Friedrich Georg Gregor Gustav Hadrian Hassan Heinrich
    Innozenz Iwan Jakob Johann Johannes Joseph Josef Julius Karl Klemens Konrad Konstantin Leo Leopold Lothar Ludwig Maximilian Mehmed
    Michael Murad Napoleon Nikolaus Olaf Oskar Otto Ottokar Paul Pedro Peter Philipp Pius Ptolemaios Ramses Richard Robert Rudolf
    Selim Sigismund Sixtus Stephan Thutmosis Urban Wenzel Wilhelm William Xerxes Emanuel`,
  f: 'Anna Christina Elisabeth Elizabeth Isabella Johanna Katharina Kleopatra Margarethe Margrethe Maria',
})
const title = '(?:König|Kaiser|Papst|Zar|Herzog|Fürst|Kurfürst|Graf|Prinz|Sultan|Königin|Kaiserin|Zarin|Pharao)'
const governed = new RegExp(`(?:^|[^\\p{L}])(\\p{L}\\p{Ll}+) (?:${title} )?(?:\\p{Lu}\\p{Ll}+ )?$`, 'u')
const dative = among('von unter mit bei nach seit zu aus gegenüber neben vom beim zum dem')
const accusative = among('für gegen durch ohne um den')

const counted = among(
  'kapitel band teil akt szene buch abschnitt artikel anhang anlage tafel stufe typ klasse phase hartz weltkrieg',
)
/** Nouns behind an ordinal, by their gender. */
const inOrder = gendersOf({
  m: 'Weltkrieg Weltkriegs Weltkrieges Akt Akts Aktes Teil Teils Band Bandes Abschnitt',
  f: 'Szene Dynastie Internationale Republik Armee',
  n: 'Jahrhundert Jahrhunderts Jahrhunderte Jahrtausend Kapitel Buch',
})
const weak = among(
  'im am dem den des vom zum beim zur einem einer eines einen diesem diesen dieser jenem jedem seinem seiner ihrem',
)
const strongEnding = { m: 'er', f: 'e', n: 'es' }

/** Words with which a sentence begins: a point before them ends one, and is more than that of an ordinal. */
const beginning =
  /^(?:["”“»)]*\s*$|["”“»)]*\n|["”“»)]* (?:Aber|Als|Am|Auch|Auf|Bei|Da|Damals|Danach|Das|Dem|Den|Der|Die|Dies\p{Ll}*|Doch|Ein|Eine|Er|Es|Ihm|Ihr\p{Ll}*|Im|In|Man|Mit|Nach|Nun|Schon|Sein\p{Ll}*|Seit|Sie|So|Um|Und|Unter|Von|Vor|Wann|Warum|Was|Wer|Wie|Wir|Zu|Zum)(?!\p{L}))/u

export const germanRoman: Roman = {
  suffix: '\\.?',
  abbreviations: { 'Bd.': 'Band', 'Kap.': 'Kapitel' },
  say: (place) => {
    const { value, letters, suffix, word, behind, listed } = place
    if (value > 30 || !/^[IVX]+$/.test(letters)) {
      return counted(word) && mayCount(word, letters) ? { text: `${value}${suffix}`, as: 'cardinal' } : undefined
    }
    if (suffix && inOrder.has(place.next)) return { text: inOrderOf(place), as: 'ordinal' }
    if (listed === 'cardinal' || (counted(word) && mayCount(word, letters)))
      return { text: `${cardinal('de', value)}${suffix}`, as: 'cardinal' }
    const isGenitive = !ruler(word) && word.endsWith('s')
    const name = isGenitive ? word.slice(0, -1) : word
    const gender = ruler(name)
    if (!gender || !maybeRuler(name, letters, value) || (letters === 'X' && !suffix)) return
    if (maybeInitial(place) && !beginning.test(behind)) return
    const end = suffix && beginning.test(behind) ? '.' : ''
    return { text: `${articleAnd(place, gender, isGenitive)}${end}`, as: 'name' }
  },
}

/** `der Vierzehnte`; behind a preposition, or a name in the genitive, in its case. */
function articleAnd({ value, before }: RomanPlace, gender: 'm' | 'f', isGenitive: boolean): string {
  const name = capital(stem(value))
  const [, governor = ''] = governed.exec(before) ?? []
  if (gender === 'f') return isGenitive || dative(governor) || governor === 'der' ? `der ${name}en` : `die ${name}e`
  if (isGenitive || governor === 'des') return `des ${name}en`
  return dative(governor) ? `dem ${name}en` : accusative(governor) ? `den ${name}en` : `der ${name}e`
}

/** `neunzehnten` in `im XIX. Jahrhundert`. */
function inOrderOf({ value, word, before, next }: RomanPlace): string {
  const [, first = ''] = /(\p{L}+) [IVX]+\. $/u.exec(before) ?? []
  const written = /^(?:und|oder|bis)$/.test(word) ? first : word
  const article = written === written.toUpperCase() ? written.toLowerCase() : written
  const gender = inOrder.get(next) ?? 'n'
  const isOblique =
    weak(article) || (article === 'der' && gender === 'f' && /(?:^|\P{L})(?:in|aus|mit|von|nach|seit) $/iu.test(before))
  const isBare = /^(?:zwischen|seit|nach|vor|ab|aus|von|mit|bei|in|zu|unter)$/i.test(article)
  const ending = isBare
    ? gender === 'f'
      ? 'er'
      : 'em'
    : isOblique
      ? 'en'
      : /^(?:d(?:er|ie|as)|diese)$/i.test(article)
        ? 'e'
        : strongEnding[gender]
  return `${next.startsWith('Weltkrieg') ? capital(stem(value)) : stem(value)}${ending}`
}
