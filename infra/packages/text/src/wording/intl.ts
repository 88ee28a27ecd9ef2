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
