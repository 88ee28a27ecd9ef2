type Counted = { value: number; decimals: number }

/** Formats are slow to make and few. */
function kept<T>(make: (language: string, options: object) => T) {
  const made = new Map<string, T>()
  return (language: string, options: object): T => {
    const key = JSON.stringify([language, options])
    const one = made.get(key) ?? make(language, options)
    made.set(key, one)
    return one
  }
}
const numberFormat = kept((language, options) => new Intl.NumberFormat(language, options))
const dateFormat = kept((language, options) => new Intl.DateTimeFormat(language, options))
const pluralRules = kept((language, options) => new Intl.PluralRules(language, options))

const digitsOf = ({ decimals }: Counted) => ({
  minimumFractionDigits: Math.min(decimals, 4),
  maximumFractionDigits: Math.min(decimals, 4),
})
const names = new Set(['unit', 'currency', 'compact', 'percentSign'])

/** The words beside a number in a language's own format of it. */
export const wordsBeside = (counted: Counted, language: string, options: Intl.NumberFormatOptions): string =>
  numberFormat(language, { ...options, ...digitsOf(counted) })
    .formatToParts(counted.value)
    .flatMap(({ type, value }) => (names.has(type) ? [value] : []))
    .join(' ')

/** Whether a language counts it as one: `1`, in English not `1.00`. */
export const isOne = (counted: Counted, language: string): boolean =>
  pluralRules(language, digitsOf(counted)).select(counted.value) === 'one'

export const decimalOf = (language: string): string =>
  numberFormat(language, {})
    .formatToParts(1.5)
    .find(({ type }) => type === 'decimal')?.value ?? '.'

/** Day, month and year in full. */
export const longDate = (language: string): Intl.DateTimeFormat =>
  dateFormat(language, { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' })

const millions = kept((language) => {
  const written = new Intl.NumberFormat(language, { notation: 'compact' }).format(1e6)
  return /^1\D*$/.test(written)
})
/** Whether a million is one of something; languages that count by ten thousand or by lakh have no word for it. */
export const countsInMillions = (language: string): boolean => millions(language, {})

const namesOfDays = kept((language) => {
  const days = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day)))
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2024, month, 1)))
  const named = (['long', 'short'] as const).flatMap((form) => [
    ...days.map((day) => dateFormat(language, { weekday: form, timeZone: 'UTC' }).format(day)),
    ...months.flatMap((month) => [
      dateFormat(language, { month: form, timeZone: 'UTC' }).format(month),
      dateFormat(language, { month: form, day: 'numeric', timeZone: 'UTC' })
        .formatToParts(month)
        .find(({ type }) => type === 'month')?.value ?? '',
    ]),
  ])
  const plain = named.map((name) => name.replace(/\.$/, '')).filter((name) => name.length > 2)
  return new Set(plain.flatMap((name) => [name, `${name.charAt(0).toUpperCase()}${name.slice(1)}`]))
})
/** Days of the week and months, in full and short without a point, as they are written and with a capital. */
export const dateNames = (language: string): Set<string> => namesOfDays(language, {})
