/** Currencies that Stripe counts in whole units; all others that are sold in have hundredths. */
const zeroDecimal = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
/** Its three-decimal currencies, whose last digit has rules of its own: nothing is billed in them. */
const threeDecimal = new Set('bhd jod kwd omr tnd'.split(' '))

export const dollars = 'usd'

/** Overage of a price that is not in dollars: thousandths of its currency for a call; null: the price does not tell. */
export type ForeignOverage = { currency: string; overagePrice: number | null }

/** @param said the price of a call in whole units of the currency, with three decimals at most, as people type it */
export function foreignOverageOf(currency: string, said: string | undefined): ForeignOverage | undefined {
  if (currency === dollars) return undefined
  const text = said?.trim() ?? ''
  const price = /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Math.round(Number(text) * 1_000) : 0
  return { currency, overagePrice: price > 0 && !threeDecimal.has(currency) ? price : null }
}

const thousandthsInUnit = (currency: string): number =>
  zeroDecimal.has(currency) ? 1_000 : threeDecimal.has(currency) ? 1 : 10

/** Thousandths of a currency in the smallest unit that Stripe has of it, with decimals: 25 thousandths of a dollar are 2.5 cents. */
export const smallestUnits = (thousandths: number, currency: string): number =>
  thousandths / thousandthsInUnit(currency)

/** The way back: thousandths in so many of Stripe's smallest units. */
export const thousandthsFrom = (units: number, currency: string): number => units * thousandthsInUnit(currency)

/** An item's amount in its currency's smallest unit, as Stripe rounds it: half up, once. */
export const itemAmount = (quantity: number, price: number, currency = dollars): number =>
  Math.floor(smallestUnits(quantity * price, currency) + 0.5)
