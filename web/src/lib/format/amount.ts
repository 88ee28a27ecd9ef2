import { locale } from './locale.ts'

/** '$19.37', '€19.37', '¥1,937'. @param smallest units of the currency, as Stripe counts: cents */
export function amountOf(smallest: number, currency: string): string {
  // US dollars in every language as prices have them: '$', where French alone would write '$US'.
  const currencyDisplay = currency.toLowerCase() === 'usd' ? 'narrowSymbol' : 'symbol'
  const format = new Intl.NumberFormat(locale(), { style: 'currency', currency, currencyDisplay })
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions()
  return format.format(smallest / 10 ** digits)
}

/** A sum in dollars as the server writes it, '12.50': '$12.50'. */
export const sumOf = (amount: string): string =>
  locale() === 'en' ? `$${amount}` : amountOf(Math.round(Number(amount) * 100), 'usd')
