import { portugueseFractions } from '../fractions/portuguese.ts'
import { portugueseRoman } from '../roman/portuguese.ts'
import type { Wording } from '../wording.ts'

export const pt: Wording = {
  signs: {
    '&': 'e',
    '+': 'mais',
    '−': 'menos',
    '=': 'é igual a',
    '≠': 'é diferente de',
    '≈': 'aproximadamente',
    '≤': 'é no máximo',
    '≥': 'é no mínimo',
    '<': 'é menor que',
    '>': 'é maior que',
    '×': 'vezes',
    '÷': 'dividido por',
    '±': 'mais ou menos',
    '√': 'a raiz quadrada de',
    '∞': 'infinito',
    '№': 'número',
    '§': 'seção',
    '©': 'copyright',
    to: 'a',
  },
  squared: 'ao quadrado',
  cubed: 'ao cubo',
  toThePowerOf: 'elevado a',
  square: (unit) => `${unit} ${/s$/.test(unit) ? 'quadrados' : 'quadrado'}`,
  cubic: (unit) => `${unit} ${/s$/.test(unit) ? 'cúbicos' : 'cúbico'}`,
  fractions: portugueseFractions,
  time: (hours, minutes) => (minutes === '00' ? `${hours} horas` : `${hours} e ${minutes}`),
  money: { $: ['dólar', 'dólares'], '£': ['libra', 'libras'], '¥': ['iene', 'ienes'] },
  of: (name) => `de ${name}`,
  roman: portugueseRoman,
}
