import type { PaymentError, PaymentMethod } from '../store/records/customers.ts'

/** The behaviour of a test card. `fails later`: it pays at the checkout, and never again. `disputed`: each of its payments is denied. `no refund`: what is given back comes back. */
export type CardBehaviour = 'pays' | 'declined' | 'second step' | 'fails later' | 'disputed' | 'no refund'

const behaviours: Record<string, CardBehaviour> = {
  '4242424242424242': 'pays',
  '4000000000000002': 'declined',
  '4000002500003155': 'second step',
  '4000000000000341': 'fails later',
  '4000000000000259': 'disputed',
  '4000000000005126': 'no refund',
  '000123456789': 'pays',
}

/** Stripe's name of a bank account for programs, which is no card. */
export const bankToken = 'pm_usBankAccount_success'
/** Stripe's test account. */
export const bankNumber = '000123456789'

/** Stripe's names of these cards for programs. */
export const cardTokens: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_createDispute: '4000000000000259',
  pm_card_refundFail: '4000000000005126',
}

export const behaviourOf = (number: string): CardBehaviour | undefined => behaviours[number]

export type ChargeOutcome =
  | { status: 'succeeded' }
  | { status: 'requires_action' }
  | { status: 'declined'; error: PaymentError }

/**
 * The outcome of a charge.
 * @param occasion `checkout`: the person has just typed the card; `change`: a change of plan, with the person there; `renewal`: nobody is there
 */
export function charge(method: PaymentMethod | undefined, occasion: 'checkout' | 'change' | 'renewal'): ChargeOutcome {
  const behaviour = method && behaviourOf(method._card)
  if (behaviour === 'pays' || behaviour === 'disputed' || behaviour === 'no refund') return { status: 'succeeded' }
  // Once it was confirmed the bank lets payments pass where nobody is there.
  if (behaviour === 'second step') return { status: occasion === 'renewal' ? 'succeeded' : 'requires_action' }
  if (behaviour === 'fails later' && occasion === 'checkout') return { status: 'succeeded' }
  return {
    status: 'declined',
    error: {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
      ...(method && { payment_method: { id: method.id, object: 'payment_method' } }),
    },
  }
}
