import { withoutSigns } from './arithmetic.ts'
import { withoutDates } from './dates.ts'
import { withoutEnglish } from './english.ts'
import { withoutPhones, withoutRaised, withoutRanges } from './figures.ts'
import { withoutFractions, withStrokes } from './fractions/without-fractions.ts'
import { withoutLeftovers } from './leftovers.ts'
import { withoutLengthened } from './lengthened.ts'
import { withoutMoney } from './money.ts'
import { unpadded } from './pads.ts'
import { withoutRoman } from './roman/without-roman.ts'
import { withoutUnits } from './units.ts'
import { wordingOf } from './words.ts'

/** Addresses are read by the voice: a sign in them is none of arithmetic. */
const address =
  /((?<![\p{L}\p{N}])(?:https?:\/\/|www\.)[^\s<>"]{1,2048}|(?<![^\s<>(),;])[^\s@<>(),;]{1,64}@[^\s@<>(),;]{1,250}\.\p{L}{2,})/u

/**
 * Signs, money, measures, dates, times, ranges, fractions, Roman and phone numbers as words of a language, by its BCP 47 tag. Other figures
 * stay figures, which every voice reads by itself. Words and their blanks stay, of names such as `.NET` and `./x` too.
 *
 * A language without a table of words has its money and measures from `Intl`; its other signs stay if an engine has names for them (`& + = < >`),
 * and are silent if none has (arrows, bullets, pictures).
 */
export const worded = (text: string, language: string): string =>
  text
    .split(address)
    .map((part, index) => (index % 2 === 1 ? part : wordedPart(withoutLengthened(part), language)))
    .join('')

function wordedPart(text: string, language: string): string {
  const wording = wordingOf(language)
  if (!wording) return unpadded(withoutLeftovers(withoutUnits(withoutMoney(text, language), language)))
  const numbered = withStrokes(withoutRoman(text, wording), wording)
  const named = /^en\b/i.test(language) ? withoutEnglish(numbered) : numbered
  const dated = withoutPhones(withoutDates(named, language, wording), wording)
  const measured = withoutUnits(withoutRanges(withoutMoney(dated, language), wording), language)
  const counted = withoutFractions(withoutMoney(measured, language), language, wording)
  return unpadded(withoutLeftovers(withoutSigns(withoutRaised(counted, wording), wording)))
}
