import Stripe from 'stripe'

/** Whole cents of a quantity at a price with decimals: half a cent is rounded up, once a line. */
export const amountOf = (quantity: number, unitAmountDecimal: string): number =>
  Number(Stripe.Decimal.from(unitAmountDecimal).mul(Stripe.Decimal.from(quantity)).toFixed(0, 'half-up'))

/** An amount in its currency's smallest unit, as people write it. */
export function inCurrency(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const { maximumFractionDigits = 2 } = format.resolvedOptions()
  return format.format(amount / 10 ** maximumFractionDigits).replace('-', '−')
}

export const dollars = (cents: number): string => {
  const text = (Math.abs(cents) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
  return `${cents < 0 ? '−' : ''}$${text}`
}

/** A price without `.00`. */
export const shortDollars = (cents: number): string => dollars(cents).replace(/\.00$/, '')
