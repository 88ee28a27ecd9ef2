import type { Context } from '../../context.ts'
import { newId } from '../../store/ids.ts'
import type { Charge } from '../../store/records/charges.ts'
import type { PaymentIntent } from '../../store/records/customers.ts'

/** The charge of a payment that has succeeded. */
export const createCharge = ({ store, clock }: Context, intent: PaymentIntent): Charge =>
  store.add('charges', {
    id: newId('charges'),
    object: 'charge',
    created: clock.now(),
    livemode: false,
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: 0,
    captured: true,
    currency: intent.currency,
    customer: intent.customer,
    disputed: false,
    metadata: {},
    paid: true,
    payment_intent: intent.id,
    payment_method: intent.payment_method,
    refunded: false,
    status: 'succeeded',
  })

/** A refund was made: the charge shows how much of it is given back. */
export function refundCharge({ emit }: Pick<Context, 'emit'>, charge: Charge, amount: number): void {
  const { amount_refunded, refunded } = charge
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  emit('charge.refunded', charge, { amount_refunded, ...(charge.refunded && { refunded }) })
}
