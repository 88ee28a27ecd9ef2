import { madeOnce } from '../made-once.ts'
import { grouped } from './counted.ts'
import { locale } from './locale.ts'

const formatOf = (digits: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(locale(), { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol', ...digits })
const whole = madeOnce(() => formatOf({ maximumFractionDigits: 0 }))
const broken = madeOnce(() => formatOf({ minimumFractionDigits: 2, maximumFractionDigits: 3 }))

/**
 * '$39', '$0.04', '$0.025': US dollars with as many decimals as they have, two at least once they have one. In English not by Intl
 * (`made-once.ts`): prices are in first windows.
 */
export function dollars(amount: number): string {
  const isWhole = Number.isInteger(amount)
  if (locale() !== 'en') return (isWhole ? whole() : broken()).format(amount)
  const [units, decimals] = Math.abs(amount)
    .toFixed(isWhole ? 0 : 3)
    .replace(/(\.\d\d)0$/, '$1')
    .split('.')
  return `${amount < 0 ? '-' : ''}$${grouped(Number(units))}${decimals ? `.${decimals}` : ''}`
}
