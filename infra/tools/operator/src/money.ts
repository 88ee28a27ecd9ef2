/** An amount in the smallest unit of its currency, as it is printed: `39.00 USD`, `5900 JPY`. */
export function money(smallest: number, currency: string): string {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  return `${(smallest / 10 ** digits).toFixed(digits)} ${currency.toUpperCase()}`
}
