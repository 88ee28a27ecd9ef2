/** Abbreviations before a name or a figure, and those that a small letter follows; elsewhere their stop may end a sentence. */
const beforeNames: Record<string, string> = {
  ...{
    Gen: 'General',
    Col: 'Colonel',
    Capt: 'Captain',
    Lt: 'Lieutenant',
    Sgt: 'Sergeant',
    Gov: 'Governor',
    Sen: 'Senator',
  },
  ...{ Rev: 'Reverend', Fig: 'Figure', Figs: 'Figures', Vol: 'Volume', Sec: 'Section' },
}
const beforeWords: Record<string, string> = {
  ...{
    approx: 'approximately',
    Inc: 'Incorporated',
    Ltd: 'Limited',
    Corp: 'Corporation',
    Co: 'Company',
    Dept: 'Department',
  },
}
const names = new RegExp(`\\b(${Object.keys(beforeNames).join('|')})\\. ?(?=[\\p{Lu}\\d])`, 'gu')
const words = new RegExp(`\\b(${Object.keys(beforeWords).join('|')})\\.(?=,? [\\p{Ll}\\d])`, 'gu')
/** Two initials or more before a name, and the one in the middle of a name. */
const initials = /(?<![\p{L}.])(?:\p{Lu}\. ?){2,6}(?=\p{Lu}\p{L})|(?<=\p{Lu}\p{Ll}{1,20} )\p{Lu}\. (?=\p{Lu}\p{Ll})/gu
const full = (text: string): string =>
  text
    .replace(initials, (run) => run.replace(/\. ?/g, ' '))
    .replace(names, (_, short: string) => `${beforeNames[short]} `)
    .replace(words, (_, short: string) => beforeWords[short] ?? short)

/** A small voice takes a full stop inside a sentence for its end, so English's commonest abbreviations are written as they are spoken. */
const english: [RegExp, string][] = [
  [/\b(Dr|Mr|Mrs|Ms|Prof|Jr|Sr|St|vs)\.(?=\s)/g, '$1'],
  [/\be\.\s?g\.,?/gi, 'for example,'],
  [/\bi\.\s?e\.,?/gi, 'that is,'],
  [/\betc\.(?=\s+\p{Ll})/gu, 'et cetera'],
]

/**
 * Replacements for texts that a small voice speaks badly. Marks after the last word (a quote, a bracket, '?!') make it break off: the last
 * 20 ms are then at −25 dB of the speech instead of −70.
 */
const replacements: [RegExp, string][] = [
  [/[[\s\p{Cc}]--\n]+/gv, ' '],
  [/["“”„«»]|(?<![\p{L}\p{N}])['‘’]|['‘’](?![\p{L}\p{N}])/gu, ''],
]

/**
 * A text as this machine's small voices speak it best: marks that have no sound are gone, brackets and rows of marks are one.
 * @param language whose abbreviations are written out; absent: they stay
 */
export function spokenForm(text: string, language = ''): string {
  const isEnglish = /^en\b/i.test(language)
  const used = isEnglish ? [...english, ...replacements] : replacements
  const worded = used.reduce((spoken, [pattern, form]) => spoken.replace(pattern, form), isEnglish ? full(text) : text)
  return worded
    .replace(/[\s([{]+/g, (run) => ', '.repeat(countOf(run, /[([{]/g)) || run)
    .replace(/[\s)\]}]+/g, closed)
    .replace(/[,;:\s?!.]+/g, (run, at: number, whole: string) =>
      marked(run, whole.slice(at + run.length, at + run.length + 1)),
    )
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

/** A mark that begins a word (`.NET`, `./x`, `.5`) stays, with the blank before it; dots before a word (`...then`) are a pause. */
function marked(run: string, behind: string): string {
  const at = /[\p{L}\p{N}/\\]/u.test(behind) ? run.search(/(?<!\.)\.+$/) : -1
  if (at < 0) return stopped(run, behind === '')
  const before = run.slice(0, at)
  const isPause = run.length - at > 1
  if (isPause && /^\s*$/.test(before)) return before === '' ? '' : ', '
  if (!/\s$/.test(before)) return stopped(run, false)
  return `${stopped(before.slice(0, -1), false)}${isPause ? ' ' : `${before.slice(-1)}.`}`
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
export const ended = (piece: string) => (/[.!?,;:。！？।]$/.test(piece) ? piece : `${piece}.`)
