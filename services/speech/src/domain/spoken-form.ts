const emoji = /\p{RGI_Emoji}|\p{Extended_Pictographic}|\p{Regional_Indicator}|\uFE0F/gv
const spelled = new Set(['©', '®', '™'])

/**
 * What a small voice stumbles over, and what it is given. A full stop inside a sentence is heard as its end, so the commonest
 * abbreviations are written as they are spoken. Marks after the last word (a quote, a bracket, '?!') make it break off:
 * the last 20 ms then stand at −25 dB of the speech instead of −70.
 */
const replacements: [RegExp, string][] = [
  [/[[\s\p{Cc}]--\n]+/gv, ' '],
  [/\b(Dr|Mr|Mrs|Ms|Prof|Jr|Sr|St|vs)\.(?=\s)/g, '$1'],
  [/\be\.\s?g\.,?/gi, 'for example,'],
  [/\bi\.\s?e\.,?/gi, 'that is,'],
  [/\betc\.(?=\s+\p{Ll})/gu, 'et cetera'],
  [/["“”„«»]|(?<![\p{L}\p{N}])['‘’]|['‘’](?![\p{L}\p{N}])/gu, ''],
  [/\s*[([{]\s*/g, ', '],
  [/\s*[)\]}]/g, ','],
  [/[,;:\s]*(\?|!|\.)[?!.]*(?:,+(?=\s|$))?/g, '$1'],
  [/,(?:\s*,)+/g, ','],
]

/** A text as it is to be spoken: pictures are not read out by their names, and marks that have no sound are gone. */
export function spokenForm(text: string): string {
  const plain = text.replace(emoji, (picture) => (spelled.has(picture) ? picture : ' '))
  return replacements.reduce((spoken, [pattern, form]) => spoken.replace(pattern, form), plain)
}

/** A piece must end in a mark, or the voice stops as if it were interrupted. */
export const ended = (piece: string) => (/[.!?,;:]$/.test(piece) ? piece : `${piece}.`)
