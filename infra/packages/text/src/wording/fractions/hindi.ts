import type { Fractions } from './fractions.ts'

const named: Record<string, string> = {
  '1/2': 'आधा',
  '1/4': 'एक चौथाई',
  '3/4': 'तीन चौथाई',
  '1/3': 'एक तिहाई',
  '2/3': 'दो तिहाई',
}
const measures = new Set(
  'कप चम्मच घंटा घंटे किलो किलोग्राम किलोमीटर मीटर लीटर ग्राम दिन महीना महीने साल वर्ष मिनट मील इंच फुट प्रतिशत हिस्सा भाग गिलास बार'.split(
    ' ',
  ),
)

/** Quarters are part of the number in Hindi: `साढ़े 3` is three and a half, `सवा 3` a quarter more than three, `पौने 3` one less. */
export const hindiFractions: Fractions = {
  isMeasure: (noun) => measures.has(noun),
  of: /^ (?:का|की|के) /u,
  isDated: (word) => ['दिनांक', 'तारीख', 'को', 'से', 'तक'].includes(word),
  isCounter: (word) => ['पृष्ठ', 'पेज', 'भाग', 'चरण', 'संख्या', 'नंबर', 'अध्याय', 'स्तर', 'मकान', 'स्कोर'].includes(word),
  isScore: (word) => ['स्टार', 'सितारे', 'अंक'].includes(word),
  say: ({ whole, numerator, denominator }) => {
    const alone = named[`${numerator}/${denominator}`] ?? `${numerator} बटा ${denominator}`
    if (whole === undefined) return { text: alone }
    if (denominator === 2) return { text: whole === 1 ? 'डेढ़' : whole === 2 ? 'ढाई' : `साढ़े ${whole}` }
    if (denominator === 4 && numerator === 1) return { text: whole === 1 ? 'सवा' : `सवा ${whole}` }
    if (denominator === 4 && numerator === 3) return { text: `पौने ${whole + 1}` }
    return { text: `${whole} पूर्णांक ${alone}` }
  },
}
