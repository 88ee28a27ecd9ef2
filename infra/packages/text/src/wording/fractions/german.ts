import { cardinal } from '../cardinals.ts'
import { gendersOf, oneOf } from '../word-lists.ts'
import type { FractionPlace, Fractions } from './fractions.ts'

const parts: Record<number, string> = {
  ...{
    3: 'Drittel',
    4: 'Viertel',
    5: 'Fünftel',
    6: 'Sechstel',
    7: 'Siebtel',
    8: 'Achtel',
    9: 'Neuntel',
    10: 'Zehntel',
    12: 'Zwölftel',
  },
  ...{ 16: 'Sechzehntel', 32: 'Zweiunddreißigstel', 64: 'Vierundsechzigstel', 100: 'Hundertstel' },
}
/** Measures by their gender, which a half of them has too. */
const genders = gendersOf({
  m: `Liter Meter Kilometer Zentimeter Millimeter Milliliter Tag Monat Teelöffel Esslöffel TL EL Löffel Becher Zoll Euro Dollar Grad
    Hektar Punkt Bund`,
  f: `Stunde Minute Sekunde Tasse Woche Meile Seite Flasche Zwiebel Zitrone Dose Packung Tonne Million Milliarde Portion Drehung
    Umdrehung`,
  n: 'Kilo Kilogramm Gramm Pfund Jahr Jahrhundert Glas Dutzend Stück Prozent',
})
const many = oneOf(
  'stunden minuten sekunden tassen wochen meilen seiten tage monate jahre flaschen tonnen millionen milliarden pfunde gläser',
)

export const germanFractions: Fractions = {
  isMeasure: (noun) => genders.has(noun) || many(noun),
  of: /^ (?:der|des|von|vom|aller|dieser|meiner|seiner|ihrer|unserer)(?!\p{L})/u,
  isDated: oneOf('am vom bis zum seit ab den datum geboren'),
  isCounter: oneOf(
    'seite seiten s nr nummer teil schritt kapitel band heft frage folge runde spiel stand ergebnis note wertung zimmer haus hausnummer stufe level phase version tag zeile spalte tabelle abbildung abb verhältnis quote',
  ),
  isScore: oneOf('sterne sternen punkte punkten'),
  say: (place) => {
    const { whole, numerator, denominator, noun, gap } = place
    if (whole !== undefined) return { text: mixed(whole, place) }
    if (gap === '-') return { text: denominator === 2 ? 'Halb' : compound(place) }
    const hasArticle = /(?:^|\P{L})(?:ein|einen|einem|das|dem|den) $/iu.test(place.before)
    if (denominator !== 2) {
      const part = parts[denominator]
      if (numerator === 1) return { text: hasArticle ? `${part}` : `ein ${part}` }
      const isDative =
        !germanFractions.isMeasure(noun) && /(?:^|\P{L})(?:zu|in|mit|von|bei|aus|nach|seit|vor) $/iu.test(place.before)
      return { text: `${cardinal('de', numerator)} ${part}${isDative ? 'n' : ''}` }
    }
    if (/^(?:voll|leer|so|offen|fertig|leere?|volle?)$/.test(noun)) return { text: 'halb' }
    const gender = gap === ' ' ? genders.get(noun) : undefined
    if (gender && noun !== 'Prozent' && noun !== 'Grad') return { text: halfOf(gender, place) }
    const isOfAll = germanFractions.of.test(place.behind) && !/(?:^|\P{L})(?:die|der|eine|ein) $/iu.test(place.before)
    return { text: isOfAll ? 'die Hälfte' : 'ein halb' }
  },
}

/** `Dreiviertel`, before a hyphen. */
const compound = ({ numerator, denominator }: FractionPlace) => {
  const word = `${numerator === 1 ? 'ein' : cardinal('de', numerator)}${parts[denominator]?.toLowerCase()}`
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`
}

/** `zweieinhalb`, `zweidreiviertel`; smaller parts are words of their own. */
function mixed(whole: number, { numerator, denominator }: FractionPlace): string {
  const counted = whole === 1 ? 'ein' : cardinal('de', whole)
  const isInWords = /\D/.test(counted)
  if (denominator === 2) return isInWords ? `${counted}einhalb` : `${counted} einhalb`
  const over = numerator === 1 ? 'ein' : cardinal('de', numerator)
  if (isInWords && (denominator === 3 || denominator === 4))
    return `${counted}${over}${parts[denominator]?.toLowerCase()}`
  return `${whole === 1 ? 'eins' : counted} ${over} ${parts[denominator]}`
}

/** A half with its article; the case is that of the preposition before, at the beginning of a sentence the nominative, else the accusative. */
function halfOf(gender: 'm' | 'f' | 'n', { before }: FractionPlace): string {
  const [, word = ''] = /(\p{L}+) $/u.exec(before) ?? []
  if (/^(?:eine|die|das|diese)$/i.test(word)) return 'halbe'
  if (/^(?:ein|kein)$/i.test(word)) return gender === 'm' ? 'halber' : 'halbes'
  if (/^(?:einen|einem|einer|eines|den|dem|der|des|im|vom|beim|zum|zur)$/i.test(word)) return 'halben'
  const isDative = /^(?:in|nach|vor|seit|mit|von|aus|bei|ab|zu)$/i.test(word)
  if (gender === 'f') return isDative ? 'einer halben' : 'eine halbe'
  if (isDative) return 'einem halben'
  if (gender === 'n') return 'ein halbes'
  return word === '' && /(?:^|[.!?:;,\n(•-]\s*)$/.test(before) ? 'ein halber' : 'einen halben'
}
