import { germanFractions } from '../fractions/german.ts'
import { germanRoman } from '../roman/german.ts'
import type { Wording } from '../wording.ts'

export const de: Wording = {
  signs: {
    '&': 'und',
    '+': 'plus',
    '−': 'minus',
    '=': 'gleich',
    '≠': 'ist ungleich',
    '≈': 'ungefähr',
    '≤': 'ist höchstens',
    '≥': 'ist mindestens',
    '<': 'ist kleiner als',
    '>': 'ist größer als',
    '×': 'mal',
    '÷': 'geteilt durch',
    '±': 'plus minus',
    '√': 'die Wurzel aus',
    '∞': 'unendlich',
    '№': 'Nummer',
    '§': 'Paragraph',
    '©': 'Copyright',
    to: 'bis',
  },
  squared: 'hoch 2',
  cubed: 'hoch 3',
  toThePowerOf: 'hoch',
  square: (unit) => `Quadrat${unit.toLowerCase()}`,
  cubic: (unit) => `Kubik${unit.toLowerCase()}`,
  fractions: germanFractions,
  time: (hours, minutes) => (minutes === '00' ? `${hours} Uhr` : `${hours} Uhr ${minutes}`),
  money: { $: ['Dollar', 'Dollar'], '£': ['Pfund', 'Pfund'], '¥': ['Yen', 'Yen'] },
  of: (name) => name,
  roman: germanRoman,
}
