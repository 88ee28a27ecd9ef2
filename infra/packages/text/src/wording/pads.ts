/** Blanks around a word that stands for a sign, until the text is whole: a private character, which no text has after its form. */
export const pad = '\uE000'
export const padded = (word: string): string => `${pad}${word}${pad}`

/** A blank, or a place that will have one. */
export const blank = `[ \\t${pad}]`

const gaps = new RegExp(`(?<![ ${pad}])[ ${pad}]*${pad}[ ${pad}]*`, 'g')

/** Pads as blanks: none at the ends of a line, within brackets or before a mark, unless the writer had one there. */
export const unpadded = (text: string): string =>
  text
    .replace(gaps, (gap, at: number, whole: string) => {
      const before = whole[at - 1] ?? '\n'
      const behind = whole[at + gap.length] ?? '\n'
      const isEdge = before === '\n' || behind === '\n' || /[([{"“]/.test(before)
      return isEdge || (!gap.includes(' ') && /[,.;:!?)\]}"”]/.test(behind)) ? '' : ' '
    })
    .replace(/ {2,}/g, ' ')
