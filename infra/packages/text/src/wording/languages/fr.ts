import { frenchFractions } from '../fractions/french.ts'
import { frenchRoman } from '../roman/french.ts'
import type { Wording } from '../wording.ts'

export const fr: Wording = {
  signs: {
    '&': 'et',
    '+': 'plus',
    '−': 'moins',
    '=': 'égale',
    '≠': 'est différent de',
    '≈': 'environ',
    '≤': 'est au plus',
    '≥': 'est au moins',
    '<': 'est inférieur à',
    '>': 'est supérieur à',
    '×': 'fois',
    '÷': 'divisé par',
    '±': 'plus ou moins',
    '√': 'la racine carrée de',
    '∞': 'infini',
    '№': 'numéro',
    '§': 'paragraphe',
    '©': 'copyright',
    to: 'à',
  },
  squared: 'au carré',
  cubed: 'au cube',
  toThePowerOf: 'puissance',
  square: (unit) => `${unit} ${/s$/.test(unit) ? 'carrés' : 'carré'}`,
  cubic: (unit) => `${unit} ${/s$/.test(unit) ? 'cubes' : 'cube'}`,
  fractions: frenchFractions,
  time: (hours, minutes) => (minutes === '00' ? `${hours} heures` : `${hours} heures ${minutes}`),
  money: { $: ['dollar', 'dollars'], '£': ['livre', 'livres'], '¥': ['yen', 'yens'] },
  of: (name) => (/^[aeiouéèh]/i.test(name) ? `d'${name}` : `de ${name}`),
  roman: frenchRoman,
}
