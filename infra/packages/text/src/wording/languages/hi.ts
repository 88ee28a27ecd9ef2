import { hindiFractions } from '../fractions/hindi.ts'
import { hindiRoman } from '../roman/hindi.ts'
import type { Wording } from '../wording.ts'

export const hi: Wording = {
  signs: {
    '&': 'और',
    '+': 'जमा',
    '−': 'माइनस',
    '=': 'बराबर',
    '≠': 'बराबर नहीं',
    '≈': 'लगभग',
    '≤': 'अधिकतम',
    '≥': 'कम से कम',
    '<': 'से कम',
    '>': 'से अधिक',
    '×': 'गुणा',
    '÷': 'भाग',
    '±': 'जमा या माइनस',
    '√': 'वर्गमूल',
    '∞': 'अनंत',
    '№': 'नंबर',
    '§': 'धारा',
    '©': 'कॉपीराइट',
    to: 'से',
  },
  squared: 'का वर्ग',
  cubed: 'का घन',
  toThePowerOf: 'की घात',
  square: (unit) => `वर्ग ${unit}`,
  cubic: (unit) => `घन ${unit}`,
  fractions: hindiFractions,
  time: (hours, minutes) => (minutes === '00' ? `${hours} बजे` : `${hours} बजकर ${minutes} मिनट`),
  money: { $: ['डॉलर', 'डॉलर'], '£': ['पाउंड', 'पाउंड'], '¥': ['येन', 'येन'] },
  of: (name) => name,
  sizes: { 1e3: 'हज़ार', 1e6: 'मिलियन', 1e9: 'बिलियन', 1e12: 'ट्रिलियन' },
  roman: hindiRoman,
}
