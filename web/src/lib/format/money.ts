import { grouped } from './counted.ts'

/** '$39', '$0.04', '$0.025': US dollars with as many decimals as they have, two at least once they have one. */
export function dollars(amount: number): string {
  const digits = Number.isInteger(amount) ? 0 : 3
  const [whole, decimals] = Math.abs(amount)
    .toFixed(digits)
    .replace(/(\.\d\d)0$/, '$1')
    .split('.')
  return `${amount < 0 ? '-' : ''}$${grouped(Number(whole))}${decimals ? `.${decimals}` : ''}`
}
