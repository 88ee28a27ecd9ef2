import type { Fractions } from './fractions/fractions.ts'
import type { Roman } from './roman/roman.ts'

/** Words of one language for what is written in signs. Units, dates and most currencies are not among them: `Intl` has those in every language. */
export type Wording = {
  /** `→`, and a ratio, and the dash of a range are `to`. */
  signs: Record<Sign, string>
  /** The exponents 2 and 3, and any other before its figure. */
  squared: string
  cubed: string
  toThePowerOf: string
  /** A square and a cubic unit, from the words of the unit. */
  square(unit: string): string
  cubic(unit: string): string
  fractions: Fractions
  time(hours: string, minutes: string): string
  /** Names of `$`, `£` and `¥`, one and many: those of `Intl` name the country too. */
  money: Record<'$' | '£' | '¥', [one: string, many: string]>
  /** The name of a currency behind millions of it. */
  of(name: string): string
  /** Thousand, million and so on, where those of `Intl` count otherwise (3.2 million are 32 lakh). */
  sizes?: Record<number, string>
  roman: Roman
}
type Sign =
  | '&'
  | '+'
  | '−'
  | '='
  | '≠'
  | '≈'
  | '≤'
  | '≥'
  | '<'
  | '>'
  | '×'
  | '÷'
  | '±'
  | '√'
  | '∞'
  | '№'
  | '§'
  | '©'
  | 'to'
