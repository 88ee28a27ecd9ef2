import { cardinal } from '../cardinals.ts'
import { among, maybeInitial, maybeRuler, mayCount, rulersOf } from './counted.ts'
import type { Roman } from './roman.ts'

const ruler = rulersOf({
  m: `Adrien Albert Alexandre Alphonse Antiochos Artaxerxès Baudouin Benoît Boniface Célestin Charles Christian Clément Conrad Constantin
    Darius Édouard Edouard Emmanuel Étienne Eugène Ferdinand François Frédéric George Georges Grégoire Guillaume Gustave Hassan
    Henri Hugues Humbert Innocent Ivan Jacques Jean Joseph Jules Léon Léopold Lothaire Louis Maximilien Mehmed Mohammed Murad Napoléon
    Nicolas Othon Paul Philippe Pie Pierre Ptolémée Ramsès Ramses Richard Robert Rodolphe Selim Sigismond Sixte Théodose Thoutmôsis
    Urbain Victor Xerxès`,
  f: 'Anne Catherine Christine Cléopâtre Élisabeth Elisabeth Elizabeth Isabelle Jeanne Marguerite Marie',
})
const counted = among(
  `chapitre chapitres tome tomes volume volumes livre livres partie parties acte actes scène scènes titre titres article articles annexe
    section planche tableau type types phase phases stade niveau classe épisode vatican an`,
)
/** Nouns behind an ordinal, which make one of a single letter too. */
const inOrder = among(
  `siècle siècles république guerre arrondissement dynastie reich armée congrès législature millénaire internationale légion corps
    régiment plan concile olympiade édition`,
)

/** `dix-neuvième`; the first is an adjective of two genders. */
function ordinal(value: number, isFeminine: boolean): string {
  if (value === 1) return isFeminine ? 'première' : 'premier'
  const counted = cardinal('fr', value)
  if (counted.endsWith('cinq')) return `${counted}uième`
  if (counted.endsWith('neuf')) return counted.replace(/f$/, 'vième')
  return `${counted.replace(/e$/, '')}ième`
}

export const frenchRoman: Roman = {
  suffix: '(?:er|re|ère|ème|eme|ième|e|è|ᵉ)?',
  abbreviations: { 'vol.': 'volume', 'Vol.': 'Volume', 'chap.': 'chapitre', 'Chap.': 'Chapitre' },
  say: (place) => {
    const { value, letters, suffix, word, next, listed } = place
    const isOfBooks = (counted(word) && mayCount(word, letters)) || listed === 'cardinal'
    if (value > 30 || !/^[IVX]+$/.test(letters)) {
      return isOfBooks && !suffix ? { text: String(value), as: 'cardinal' } : undefined
    }
    const gender = ruler(word)
    const isFeminine = suffix === 're' || suffix === 'ère' || (!suffix && gender === 'f')
    if (/^(?:er|re|ère)$/.test(suffix)) {
      const isFirst = value === 1 && (suffix === 'er' || gender === 'f' || inOrder(next))
      return isFirst ? { text: ordinal(1, isFeminine), as: gender ? 'name' : 'ordinal' } : undefined
    }
    if (suffix || (/^siècles?$/.test(next) && letters !== 'I')) {
      const isLoud = !/^siècles?$/.test(next) && (/^\p{Lu}{2}/u.test(next) || /^\p{Lu}{2}/u.test(word))
      const isOrdinal = value > 1 && !isLoud && (letters.length > 1 || inOrder(next))
      return isOrdinal ? { text: ordinal(value, false), as: 'ordinal' } : undefined
    }
    if (isOfBooks) return { text: cardinal('fr', value), as: 'cardinal' }
    if (!gender || !maybeRuler(word, letters, value) || maybeInitial(place)) return
    return { text: value === 1 ? ordinal(1, isFeminine) : cardinal('fr', value), as: 'name' }
  },
}
