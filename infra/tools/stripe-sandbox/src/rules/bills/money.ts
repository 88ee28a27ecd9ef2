import Stripe from 'stripe'

/** Whole cents of a quantity at a price with decimals: half a cent is rounded up, once a line. */
export const amountOf = (quantity: number, unitAmountDecimal: string): number =>
  Number(Stripe.Decimal.from(unitAmountDecimal).mul(Stripe.Decimal.from(quantity)).toFixed(0, 'half-up'))

export const dollars = (cents: number): string => {
  const text = (Math.abs(cents) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
  return `${cents < 0 ? '−' : ''}$${text}`
}

/** A price without `.00`. */
export const shortDollars = (cents: number): string => dollars(cents).replace(/\.00$/, '')
