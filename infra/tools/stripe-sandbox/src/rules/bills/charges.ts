import type { Context } from '../../context.ts'
import { newId } from '../../store/ids.ts'
import type { Charge } from '../../store/records/charges.ts'
import type { PaymentIntent, Refund } from '../../store/records/customers.ts'

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

/** A refund that was made is not taken by its card's bank: the money is ours again, and the charge as it was before. */
export function failRefund({ emit }: Pick<Context, 'emit'>, charge: Charge, refund: Refund): void {
  Object.assign(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' })
  charge.amount_refunded -= refund.amount
  charge.refunded = false
  emit('refund.failed', refund)
}

/** A refund was made: the charge shows how much of it is given back. */
export function refundCharge({ emit }: Pick<Context, 'emit'>, charge: Charge, amount: number): void {
  const { amount_refunded, refunded } = charge
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  emit('charge.refunded', charge, { amount_refunded, ...(charge.refunded && { refunded }) })
}
