const isPartOfAWord = (unit: string | undefined) => unit !== undefined && /[\p{L}\p{N}\p{M}\uD800-\uDFFF]/u.test(unit)

/** The form that replaces a match, with a blank on each side where a letter or a digit would touch it. */
export const apart = (form: string, match: string, at: number, whole: string): string =>
  `${isPartOfAWord(whole[at - 1]) ? ' ' : ''}${form}${isPartOfAWord(whole[at + match.length]) ? ' ' : ''}`
