import type { Customer } from '../../store/records/customers.ts'
import type { Tax } from '../../store/records/discounts.ts'

/** A stand-in for the taxes of some countries, in percent. Elsewhere nothing is registered, and nothing collected. */
export const percents: Record<string, number> = { US: 10, GB: 20, DE: 19, FR: 20, NL: 21 }
/** Countries in which a business with a tax ID pays the tax itself. */
const reversing = ['DE', 'FR', 'NL']

/** The tax of a customer. Undefined: Stripe does not know where it is. */
export function taxOf({ address, _taxId }: Pick<Customer, 'address' | '_taxId'>): Tax | undefined {
  const country = address?.country
  if (!country) return undefined
  if (_taxId && reversing.includes(country)) return { percent: 0, reason: 'reverse_charge' }
  const percent = percents[country]
  return percent === undefined ? { percent: 0, reason: 'not_collecting' } : { percent, reason: 'standard_rated' }
}

export const taxOn = (amount: number, { percent }: Tax): number => Math.round((amount * percent) / 100)
