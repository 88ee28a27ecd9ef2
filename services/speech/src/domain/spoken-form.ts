/** A full stop inside a sentence would be heard as its end, so the commonest abbreviations are written as they are spoken. */
const abbreviations: [RegExp, string][] = [
  [/\b(Dr|Mr|Mrs|Ms|Prof|Jr|Sr|St|vs)\.(?=\s)/g, '$1'],
  [/\be\.\s?g\.,?/gi, 'for example,'],
  [/\bi\.\s?e\.,?/gi, 'that is,'],
  [/\betc\.(?=\s+\p{Ll})/gu, 'et cetera'],
]

const emoji = /\p{RGI_Emoji}|\p{Extended_Pictographic}|\p{Regional_Indicator}|\uFE0F/gv

/** A text as it is to be spoken: pictures are not read out by their names, and control characters are spaces. */
export function spokenForm(text: string): string {
  const plain = text
    .replace(emoji, (character) => (/[©®™]/.test(character) ? character : ' '))
    .replace(/[[\s\p{Cc}]--\n]+/gv, ' ')
  return abbreviations.reduce((spoken, [pattern, form]) => spoken.replace(pattern, form), plain)
}
