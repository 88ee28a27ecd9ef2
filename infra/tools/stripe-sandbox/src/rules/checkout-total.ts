import type { Context } from '../context.ts'
import type { CheckoutSession } from '../store/records/sessions.ts'
import { reduced, reductionOf } from './bills/discounts.ts'
import { taxOf, taxOn } from './bills/tax.ts'

/** The amounts of a checkout, by the code and the country that were typed: those of the invoice that it will make. */
export function retotal({ store }: Context, session: CheckoutSession): void {
  const { amount_subtotal: subtotal, discounts, automatic_tax: automatic, _country: country, _taxId } = session
  const reductions = discounts.map(({ promotion_code: id }) =>
    reductionOf(id, store.get('coupons', store.get('promotionCodes', id).promotion.coupon)),
  )
  const net = reduced(subtotal, reductions)
  const tax = automatic.enabled
    ? taxOf({ address: country ? { country } : null, ...(_taxId && { _taxId }) })
    : undefined
  const amount_tax = tax ? taxOn(net, tax) : 0
  session.total_details = { amount_discount: subtotal - net, amount_shipping: 0, amount_tax }
  session.amount_total = net + amount_tax
  if (automatic.enabled) automatic.status = tax ? 'complete' : 'requires_location_inputs'
}
