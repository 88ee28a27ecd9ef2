import { cardinal } from '../cardinals.ts'
import { among, isTitled, maybeInitial, maybeRuler, mayCount, rulersOf } from './counted.ts'
import type { Roman, RomanPlace } from './roman.ts'

const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth'.split(
    ' ',
  )
const ruler = rulersOf({
  m: `Abdullah Adrian Afonso Alexander Alexios Alfonso Amenhotep Antiochus Artaxerxes Baldwin Basil Bayezid Benedict Boniface
    Carl Celestine Charles Christian Clement Conrad Constans Constantine Cyrus Darius David Edmund Edward Emmanuel Emanuel Eric
    Eugene Ferdinand Francis Frederick George Gregory Gustav Gustavus Haakon Harald Harold Hassan Henry Hugh Humbert Innocent
    Ivan James Joao João John Joseph Julius Justin Justinian Kenneth Leo Leopold Louis Ludwig Manuel Maximilian Mehmed Michael
    Mithridates Murad Mustafa Napoleon Nebuchadnezzar Nicholas Olaf Oscar Otto Ottokar Paul Pedro Peter Philip Pius Psamtik
    Ptolemy Rama Rameses Ramesses Ramses Richard Robert Rudolf Rudolph Sancho Seleucus Selim Seti Shapur Sigismund Sixtus
    Stephen Suleiman Theodosius Thutmose Tiberius Tiglath-Pileser Umberto Urban Valentinian Victor Wenceslaus Wilhelm William Xerxes`,
  f: 'Anne Berenice Catherine Christina Cleopatra Elizabeth Isabella Joanna Margaret Margrethe Maria Mary',
})
const counted = among(
  `series chapter chapters book books volume volumes canto cantos psalm psalms sonnet sonnets bowl part parts act acts scene scenes section sections article articles appendix annex title episode episodes phase phases stage
    type types class grade tier level mark figure table plate wars vatican apollo rocky`,
)
const war = /(?:^|[^\p{L}])(?:World|world|WORLD) $/u
const inOrder = among('century centuries millennium olympiad dynasty legion')

/** Behind these `I` is hardly the pronoun; behind some, where a sentence begins with the name. */
const behindFirst =
  /^(?:$|['’]s|[\n.,;:!?)\]”"—–]| (?:I|of|and|or|to|in|is|by|who|has|shows|lists|gives|contains|describes|deals|covers|begins|ends|starts|opens|closes|tells|explains|says|applies|requires)(?!\p{L})| [-–—(])/u
const asSubject = /^ (?:was|died|ruled|reigned|became|had)(?!\p{L})/u
const isFirst = ({ before, behind }: RomanPlace) =>
  behindFirst.test(behind) || (asSubject.test(behind) && /(?:^|[.!?:;\n(“"]\s*|[IVX] and )$/.test(before))
/** Kinds in small letters, `type I error`, where `the part I like` is a pronoun. */
const ofKind = /^ (?:errors?|diabetes|trials?|stud(?:y|ies)|clinical|cancer|collagen|supernovae?|railroads?)(?!\p{L})/u
/** `IV` in a vein. */
const infusion =
  /^ (?:drips?|fluids?|lines?|antibiotics?|therapy|bags?|access|push|infusions?|needles?|catheters?|poles?)(?!\p{L})/u

export const englishRoman: Roman = {
  suffix: '(?:st|nd|rd|th)?',
  abbreviations: {
    'Vol.': 'Volume',
    'vol.': 'volume',
    'Vols.': 'Volumes',
    'Ch.': 'Chapter',
    'Chap.': 'Chapter',
    'chap.': 'chapter',
    'ch.': 'chapter',
  },
  say: (place) => {
    const { value, letters, suffix, word, before, behind, next, listed } = place
    const ordinal = ordinals[value - 1]
    const isShort = /^[IVX]+$/.test(letters)
    if (infusion.test(behind) && letters === 'IV') return
    if (suffix || inOrder(next)) {
      const isItsOwn = !suffix || ordinal?.endsWith(suffix) || (suffix === 'th' && ordinal?.endsWith('h'))
      return ordinal && isShort && isItsOwn && (letters.length > 1 || (letters !== 'I' && inOrder(next)))
        ? { text: ordinal, as: 'ordinal' }
        : undefined
    }
    if (listed === 'ordinal') return
    if (listed === 'cardinal' || isCounted(place)) return { text: cardinal('en', value), as: 'cardinal' }
    if (!ordinal || !ruler(word) || !maybeRuler(word, letters, value)) return
    if (maybeInitial(place) || (letters === 'I' && !isTitled(before) && !isFirst(place))) return
    return { text: `the ${ordinal}`, as: 'name' }
  },
}

function isCounted(place: RomanPlace): boolean {
  const { letters, word, before, behind } = place
  const isWar = /^[Ww]ar$/.test(word) && war.test(before)
  if (isWar) return true
  if (!counted(word)) return false
  if (letters === 'I') return ofKind.test(behind) || (/^\p{Lu}/u.test(word) && isFirst(place))
  return mayCount(word, letters)
}
