const segmenters = new Map<string, Intl.Segmenter>()
/** Languages of one process, each of which has a segmenter. */
const maxSegmenters = 32

/** A word, and its place in the text: UTF-16 code units from 0. */
export type WordSpan = { word: string; index: number }

/**
 * The words of a text in their order, as its language tells them apart also where it leaves no space between them; marks and blanks are none.
 * @param language BCP 47; one that is unknown, or none, tells them apart as Unicode does
 */
export const wordsIn = (text: string, language?: string): string[] =>
  wordSpansIn(text, language).map(({ word }) => word)

/** The same words, each with its place. */
export function wordSpansIn(text: string, language = ''): WordSpan[] {
  const spans: WordSpan[] = []
  for (const { segment, index, isWordLike } of segmenterOf(language).segment(text)) {
    if (!isWordLike) continue
    // Unicode takes an underscore for a letter, and Markdown one for an emphasis.
    const begun = segment.replace(/^_+/, '')
    const word = begun.replace(/_+$/, '')
    if (word) spans.push({ word, index: index + segment.length - begun.length })
  }
  return spans
}

function segmenterOf(language: string): Intl.Segmenter {
  const known = segmenters.get(language)
  if (known) return known
  if (segmenters.size >= maxSegmenters) segmenters.clear()
  const made = newSegmenter(language)
  segmenters.set(language, made)
  return made
}

function newSegmenter(language: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language || undefined, { granularity: 'word' })
  } catch {
    return new Intl.Segmenter(undefined, { granularity: 'word' })
  }
}
