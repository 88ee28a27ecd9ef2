import { UsageError } from './usage-sentence.ts'

/** An amount in the smallest unit of its currency, as it is printed: `39.00 USD`, `5900 JPY`. */
export function money(smallest: number, currency: string): string {
  const digits = digitsOf(currency)
  return `${(smallest / 10 ** digits).toFixed(digits)} ${currency.toUpperCase()}`
}

/** The way from an amount as it is typed, in hundredths. @throws UsageError where the currency has no such fractions */
export function smallestUnitsOf(hundredths: number, currency: string): number {
  const units = hundredths * 10 ** (digitsOf(currency) - 2)
  if (!Number.isInteger(units)) throw new UsageError(`AMOUNT must be a whole number of ${currency.toUpperCase()}.`)
  return units
}

/** Digits behind the point. */
const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
