const emoji = /\p{RGI_Emoji}|\p{Extended_Pictographic}|\p{Regional_Indicator}|\uFE0F/gv
const spelled = new Set(['©', '®', '™'])

/**
 * Replacements for texts that a small voice speaks badly. It takes a full stop inside a sentence for its end, so the commonest
 * abbreviations are written as they are spoken. Marks after the last word (a quote, a bracket, '?!') make it break off:
 * the last 20 ms are then at −25 dB of the speech instead of −70.
 */
const replacements: [RegExp, string][] = [
  [/[[\s\p{Cc}]--\n]+/gv, ' '],
  [/\b(Dr|Mr|Mrs|Ms|Prof|Jr|Sr|St|vs)\.(?=\s)/g, '$1'],
  [/\be\.\s?g\.,?/gi, 'for example,'],
  [/\bi\.\s?e\.,?/gi, 'that is,'],
  [/\betc\.(?=\s+\p{Ll})/gu, 'et cetera'],
  [/["“”„«»]|(?<![\p{L}\p{N}])['‘’]|['‘’](?![\p{L}\p{N}])/gu, ''],
]

/** A text as it is to be spoken: pictures are not read out by their names, and marks that have no sound are gone. */
export function spokenForm(text: string): string {
  const plain = text.replace(emoji, (picture) => (spelled.has(picture) ? picture : ' '))
  const worded = replacements.reduce((spoken, [pattern, form]) => spoken.replace(pattern, form), plain)
  return worded
    .replace(/[\s([{]+/g, (run) => ', '.repeat(countOf(run, /[([{]/g)) || run)
    .replace(/[\s)\]}]+/g, closed)
    .replace(/[,;:\s?!.]+/g, (run, at: number, whole: string) => stopped(run, at + run.length === whole.length))
    .replace(/,(?:\s*,)+/g, ',')
}

// Runs of marks are taken whole and cut by hand: an expression that may begin anywhere in a run looks through the rest of it
// from every place, which is quadratic.

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** Closing brackets, with the blanks before them, are commas. */
function closed(run: string): string {
  const behind = 1 + Math.max(...[...')]}'].map((bracket) => run.lastIndexOf(bracket)))
  return ','.repeat(countOf(run, /[)\]}]/g)) + run.slice(behind)
}

/** The first mark of each group that ends a sentence, without the commas and colons next to it. */
function stopped(run: string, isAtEnd: boolean): string {
  const behind = 1 + Math.max(...[...'?!.'].map((mark) => run.lastIndexOf(mark)))
  if (behind === 0) return run
  const ends =
    run
      .slice(0, behind)
      .match(/[?!.]+/g)
      ?.map(([first]) => first) ?? []
  const rest = run.slice(behind)
  const afterCommas = rest.replace(/^,+/, '')
  return ends.join('') + (/^\s/.test(afterCommas) || (isAtEnd && afterCommas === '') ? afterCommas : rest)
}

/** A piece must end in a mark, or the voice stops as if it were interrupted. */
export const ended = (piece: string) => (/[.!?,;:]$/.test(piece) ? piece : `${piece}.`)
