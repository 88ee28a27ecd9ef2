/** A Roman numeral where it stands. */
export type RomanPlace = {
  /** 1 to 399. */
  value: number
  /** Its letters; a single one needs more of its context than two. */
  letters: string
  /** Letters or a point that make an ordinal of it, as the language writes them: `e`, `th`, `.`; else empty. */
  suffix: string
  /** The word before, of letters alone and with the point of an abbreviation; empty where something else stands there. */
  word: string
  /** All before that word, and all behind the numeral, some 60 characters of each. */
  before: string
  behind: string
  /** The word behind, and the one behind a further numeral: `XVIII and XIX centuries`. */
  next: string
  /** Whether it goes on a list, `Parts I, II and IV`, whose numeral before was said in this way. */
  listed: 'cardinal' | 'ordinal' | undefined
}
/** A numeral in words, and what kind of number it became. */
export type SpokenRoman = { text: string; as: 'cardinal' | 'ordinal' | 'name' }

/** The Roman numerals of a language. */
export type Roman = {
  /** The endings of ordinals, in the source of an expression: `(?:th|st)?`. */
  suffix: string
  /** Abbreviations of what is counted, before a numeral: `Vol.` is Volume. */
  abbreviations: Record<string, string>
  /** @returns undefined where the letters are no number, and stay */
  say(place: RomanPlace): SpokenRoman | undefined
}
