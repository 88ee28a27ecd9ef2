/** A fraction where it stands, with one to a hundred parts and less than all of them. */
export type FractionPlace = {
  /** Absent for a fraction alone. */
  whole: number | undefined
  numerator: number
  denominator: number
  /** The word behind, and all from there on, some 40 characters. */
  noun: string
  /** Between both: a blank or a hyphen. */
  gap: string
  behind: string
  /** All before, some 40 characters. */
  before: string
}

/** The fractions of a language. */
export type Fractions = {
  /** Words that are measured, in one and many: behind a fraction they leave no doubt. */
  isMeasure(noun: string): boolean
  /** The beginning of what parts are of: ` of the`. */
  of: RegExp
  /** Before a date, a score or a page, and behind a score. */
  isDated(word: string): boolean
  isCounter(word: string): boolean
  isScore(word: string): boolean
  /** @returns the words, and whether the noun is among them */
  say(place: FractionPlace): { text: string; hasNoun?: boolean }
}
