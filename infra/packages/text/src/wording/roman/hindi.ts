import type { Roman } from './roman.ts'

/** Ordinals of rulers' names, from Sanskrit. */
const ordinals = 'प्रथम द्वितीय तृतीय चतुर्थ पंचम षष्ठ सप्तम अष्टम नवम दशम ग्यारहवें बारहवें तेरहवें चौदहवें पंद्रहवें सोलहवें'.split(' ')
const rulers = new Set(
  'एलिज़ाबेथ एलिजाबेथ जॉर्ज हेनरी चार्ल्स विलियम एडवर्ड जेम्स लुई नेपोलियन फिलिप पीटर कैथरीन निकोलस अलेक्जेंडर रामसेस पॉल फ्रेडरिक'.split(
    ' ',
  ),
)
const counted = new Set('अध्याय भाग खंड खण्ड अंक दृश्य पुस्तक चरण स्तर टाइप युद्ध अनुच्छेद'.split(' '))

/** Figures behind what is counted: their words up to a hundred follow no rule, and every voice has them. */
export const hindiRoman: Roman = {
  suffix: '',
  abbreviations: {},
  say: ({ value, letters, word, listed }) => {
    if (!/^[IVX]+$/.test(letters)) return
    if (listed === 'cardinal' || counted.has(word)) return { text: String(value), as: 'cardinal' }
    const ordinal = ordinals[value - 1]
    return rulers.has(word) && ordinal && letters !== 'X' ? { text: ordinal, as: 'name' } : undefined
  },
}
