import { italianFractions } from '../fractions/italian.ts'
import { italianRoman } from '../roman/italian.ts'
import type { Wording } from '../wording.ts'

export const it: Wording = {
  signs: {
    '&': 'e',
    '+': 'più',
    '−': 'meno',
    '=': 'uguale a',
    '≠': 'diverso da',
    '≈': 'circa',
    '≤': 'è al massimo',
    '≥': 'è almeno',
    '<': 'è minore di',
    '>': 'è maggiore di',
    '×': 'per',
    '÷': 'diviso',
    '±': 'più o meno',
    '√': 'la radice quadrata di',
    '∞': 'infinito',
    '№': 'numero',
    '§': 'sezione',
    '©': 'copyright',
    to: 'a',
  },
  squared: 'al quadrato',
  cubed: 'al cubo',
  toThePowerOf: 'alla',
  square: (unit) => `${unit} ${/i$/.test(unit) ? 'quadrati' : 'quadrato'}`,
  cubic: (unit) => `${unit} ${/i$/.test(unit) ? 'cubi' : 'cubo'}`,
  fractions: italianFractions,
  time: (hours, minutes) => (minutes === '00' ? `${hours} in punto` : `${hours} e ${minutes}`),
  money: { $: ['dollaro', 'dollari'], '£': ['sterlina', 'sterline'], '¥': ['yen', 'yen'] },
  of: (name) => `di ${name}`,
  roman: italianRoman,
}
