import { invalid } from '../../api/stripe-error.ts'
import type { Customer } from '../../store/records/customers.ts'
import { taxOf } from './tax.ts'

/** Tax is computed by where a customer is. @throws Stripe's 400 where that is not known */
export function requireLocation(customer: Customer): void {
  if (taxOf(customer)) return
  throw invalid(
    "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.",
    'automatic_tax',
    'customer_tax_location_invalid',
  )
}
