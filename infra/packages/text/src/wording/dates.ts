import { longDate } from './intl.ts'
import type { Wording } from './wording.ts'

const isoDate = /(?<![\d-])(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?![\d-])(?:T(?=\d))?/g
const slashedDate = /(?<![\d/.])(\d{1,2})([/.])(\d{1,2})\2(\d{4})(?![\d/])/g
const time =
  /(?<![\d:.])([01]?\d|2[0-4]):([0-5]\d)(?::([0-5]\d))?(?!:?\d)(?: ?(?:Uhr|h)(?!\p{L}))?(?=( ?[ap]\.?m\b)?)/giu

/**
 * Dates and times in the words of a language. `03/04/2025` is read in the order of the language's country; of `en` alone, where two
 * orders are usual, its figures are read.
 */
export const withoutDates = (text: string, language: string, wording: Wording): string =>
  text
    .replace(isoDate, (match, year: string, month: string, day: string) => {
      const behind = match.endsWith('T') ? ' ' : ''
      return `${dateOf({ year, month, day }, language) ?? match}${behind}`
    })
    .replace(slashedDate, (match, one: string, mark: string, other: string, year: string) => {
      const order = orderOf(language)
      if (mark === '.' && order !== 'day') return match
      const dayFirst = { day: one, month: other }
      const monthFirst = { day: other, month: one }
      const parts =
        Number(one) > 12 || order === 'day'
          ? dayFirst
          : Number(other) > 12 || order === 'month'
            ? monthFirst
            : undefined
      return (parts && dateOf({ year, ...parts }, language)) ?? `${one} ${other} ${year}`
    })
    .replace(time, (_, hours: string, minutes: string, seconds: string | undefined, half: string | undefined) => {
      if (seconds !== undefined) return `${hours} ${minutes} ${seconds}`
      return half && minutes === '00' ? hours : wording.time(hours, minutes)
    })

const orderOf = (language: string) =>
  language === 'en' ? 'unknown' : /^en-(?:US|PH)$/i.test(language) ? 'month' : 'day'

/** The date in full; undefined when there is no such day. */
function dateOf(
  { year, month, day }: { year: string; month: string; day: string },
  language: string,
): string | undefined {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined
  date.setUTCFullYear(Number(year))
  return longDate(language).format(date)
}
