import { spanishFractions } from '../fractions/spanish.ts'
import { spanishRoman } from '../roman/spanish.ts'
import type { Wording } from '../wording.ts'

export const es: Wording = {
  signs: {
    '&': 'y',
    '+': 'más',
    '−': 'menos',
    '=': 'es igual a',
    '≠': 'no es igual a',
    '≈': 'aproximadamente',
    '≤': 'es como máximo',
    '≥': 'es como mínimo',
    '<': 'es menor que',
    '>': 'es mayor que',
    '×': 'por',
    '÷': 'dividido entre',
    '±': 'más o menos',
    '√': 'la raíz cuadrada de',
    '∞': 'infinito',
    '№': 'número',
    '§': 'sección',
    '©': 'copyright',
    to: 'a',
  },
  squared: 'al cuadrado',
  cubed: 'al cubo',
  toThePowerOf: 'elevado a',
  square: (unit) => `${unit} ${/s$/.test(unit) ? 'cuadrados' : 'cuadrado'}`,
  cubic: (unit) => `${unit} ${/s$/.test(unit) ? 'cúbicos' : 'cúbico'}`,
  fractions: spanishFractions,
  time: (hours, minutes) => (minutes === '00' ? `${hours} en punto` : `${hours} y ${minutes}`),
  money: { $: ['dólar', 'dólares'], '£': ['libra', 'libras'], '¥': ['yen', 'yenes'] },
  of: (name) => `de ${name}`,
  roman: spanishRoman,
}
