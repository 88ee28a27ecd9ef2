import { locale } from './locale.ts'

/** '0.50': a number with as many decimals, in the page's language. */
export const decimal = (value: number, digits: number): string =>
  locale() === 'en'
    ? value.toFixed(digits)
    : new Intl.NumberFormat(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)
