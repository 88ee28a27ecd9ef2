import { cardinal } from '../cardinals.ts'
import { gendersOf } from '../word-lists.ts'
import { among, type Gender, maybeInitial, maybeRuler, mayCount, rulersOf } from './counted.ts'
import type { Roman } from './roman.ts'

const stems = 'prim second terz quart quint sest settim ottav non decim'.split(' ')
const ruler = rulersOf({
  m: `Adriano Alberto Alessandro Alfonso Amedeo Antioco Benedetto Bonifacio Carlo Celestino Clemente Corrado Costantino Cosimo Cristiano
    Dario Edoardo Emanuele Enrico Eugenio Federico Ferdinando Filippo Francesco Giacomo Giorgio Giovanni Giulio Giuseppe Gregorio
    Guglielmo Gustavo Innocenzo Ivan Leone Leopoldo Lotario Ludovico Luigi Massimiliano Michele Napoleone Niccolò Nicola Ottone Paolo
    Pietro Pio Ranieri Ramses Riccardo Roberto Rodolfo Ruggero Serse Sigismondo Sisto Stefano Teodosio Tolomeo Umberto Urbano Vittorio`,
  f: 'Anna Caterina Cleopatra Cristina Elisabetta Giovanna Isabella Margherita Maria',
})
/** Parts of books and plays, which are counted in order behind their noun: `capitolo quarto`. */
const inOrderBehind = gendersOf({
  m: 'capitolo capitoli volume volumi libro libri atto atti titolo titoli tomo tomi canto canti secolo secoli',
  f: 'parte parti scena scene sezione sezioni',
})
const counted = among('tipo fase grado livello classe articolo allegato mondiale vaticano figura tavola')
/** Nouns behind an ordinal, by their gender; their plural behind `I` has an article. */
const inOrder = gendersOf({
  m: 'secolo millennio congresso concilio capitolo atto canto libro reich',
  f: 'guerra repubblica internazionale edizione dinastia olimpiade parte scena',
})

/** `ventitreesimo`: from the eleventh on the cardinal without its last vowel, but for that of three and six. */
function ordinal(value: number, gender: Gender): string {
  const counted = cardinal('it', value)
  const stem =
    stems[value - 1] ?? `${/(?:tré|sei)$/.test(counted) ? counted.replace('é', 'e') : counted.slice(0, -1)}esim`
  return `${stem}${gender === 'f' ? 'a' : 'o'}`
}

export const italianRoman: Roman = {
  suffix: '',
  abbreviations: { 'vol.': 'volume', 'Vol.': 'Volume', 'cap.': 'capitolo', 'Cap.': 'Capitolo', 'sec.': 'secolo' },
  say: (place) => {
    const { value, letters, word, next, listed } = place
    const small = word.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase())
    const behind = inOrderBehind.get(small)
    if (value > 30 || !/^[IVX]+$/.test(letters)) {
      return (behind || counted(word)) && mayCount(word, letters) ? { text: String(value), as: 'cardinal' } : undefined
    }
    if (behind) return { text: ordinal(value, behind), as: 'ordinal' }
    if (listed === 'cardinal' || (counted(word) && mayCount(word, letters)))
      return { text: cardinal('it', value), as: 'cardinal' }
    const before = /^\p{Lu}{2}/u.test(next) ? undefined : inOrder.get(next.toLowerCase())
    if (before) return { text: ordinal(value, before), as: 'ordinal' }
    if (listed === 'ordinal') return { text: ordinal(value, 'm'), as: 'ordinal' }
    const gender = ruler(word)
    if (!gender || !maybeRuler(word, letters, value) || maybeInitial(place)) return
    return { text: ordinal(value, gender), as: 'name' }
  },
}
