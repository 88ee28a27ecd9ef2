import { englishFractions } from '../fractions/english.ts'
import { englishRoman } from '../roman/english.ts'
import type { Wording } from '../wording.ts'

export const en: Wording = {
  signs: {
    '&': 'and',
    '+': 'plus',
    '−': 'minus',
    '=': 'equals',
    '≠': 'is not equal to',
    '≈': 'about',
    '≤': 'is at most',
    '≥': 'is at least',
    '<': 'is less than',
    '>': 'is greater than',
    '×': 'times',
    '÷': 'divided by',
    '±': 'plus or minus',
    '√': 'the square root of',
    '∞': 'infinity',
    '№': 'number',
    '§': 'section',
    '©': 'copyright',
    to: 'to',
  },
  squared: 'squared',
  cubed: 'cubed',
  toThePowerOf: 'to the power of',
  square: (unit) => `square ${unit}`,
  cubic: (unit) => `cubic ${unit}`,
  fractions: englishFractions,
  time: (hours, minutes) => (minutes === '00' ? `${hours} o'clock` : `${hours} ${minutes}`),
  money: { $: ['dollar', 'dollars'], '£': ['pound', 'pounds'], '¥': ['yen', 'yen'] },
  of: (name) => name,
  roman: englishRoman,
}
