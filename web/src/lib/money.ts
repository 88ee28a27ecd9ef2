import { locale } from './locale.ts'

/** '$39', '$0.04', '$0.025': US dollars with as many decimals as they have, two at least once they have one. */
export function dollars(amount: number): string {
  const isWhole = Number.isInteger(amount)
  return amount.toLocaleString(locale, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: isWhole ? 0 : 2,
    maximumFractionDigits: isWhole ? 0 : 3,
  })
}
