const segmenters = new Map<string, Intl.Segmenter>()
/** Languages of one process, each of which has a segmenter. */
const maxSegmenters = 32

/**
 * The words of a text in their order, as its language tells them apart also where it leaves no space between them; marks and blanks are none.
 * @param language BCP 47; one that is unknown, or none, tells them apart as Unicode does
 */
export function wordsIn(text: string, language = ''): string[] {
  const words: string[] = []
  for (const { segment, isWordLike } of segmenterOf(language).segment(text)) {
    // Unicode takes an underscore for a letter, and Markdown one for an emphasis.
    const word = isWordLike ? segment.replace(/^_+|_+$/g, '') : ''
    if (word) words.push(word)
  }
  return words
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
