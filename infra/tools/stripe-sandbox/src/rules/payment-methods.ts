import type { Context } from '../context.ts'
import { newId } from '../store/ids.ts'
import type { Customer, PaymentMethod } from '../store/records/customers.ts'
import type { Subscription } from '../store/records/subscriptions.ts'

export type Card = { number: string; month: number; year: number }

export const createCard = ({ store, clock }: Context, { number, month, year }: Card): PaymentMethod =>
  store.add('paymentMethods', {
    id: newId('paymentMethods'),
    object: 'payment_method',
    created: clock.now(),
    livemode: false,
    type: 'card',
    customer: null,
    card: {
      brand: 'visa',
      last4: number.slice(-4),
      exp_month: month,
      exp_year: year,
      funding: 'credit',
      country: 'US',
    },
    metadata: {},
    _card: number,
  })

/** A bank account, whose debits are taken here at once and always. */
export const createBankAccount = ({ store, clock }: Context, number: string): PaymentMethod =>
  store.add('paymentMethods', {
    id: newId('paymentMethods'),
    object: 'payment_method',
    created: clock.now(),
    livemode: false,
    type: 'us_bank_account',
    customer: null,
    us_bank_account: { bank_name: 'STRIPE TEST BANK', last4: number.slice(-4), account_type: 'checking' },
    metadata: {},
    _card: number,
  })

export function attach({ emit }: Context, method: PaymentMethod, customer: Customer): PaymentMethod {
  method.customer = customer.id
  emit('payment_method.attached', method)
  return method
}

/** The card that the customer's payments are taken from, unless a subscription has its own. */
export function makeDefault({ emit }: Context, method: PaymentMethod, customer: Customer): void {
  customer.invoice_settings.default_payment_method = method.id
  emit('customer.updated', customer)
}

/** The card that pays for a subscription: its own, else the customer's default. */
export function payingMethod(
  { store }: Context,
  customer: string,
  subscription: Subscription | undefined,
): PaymentMethod | undefined {
  const id =
    subscription?.default_payment_method ?? store.get('customers', customer).invoice_settings.default_payment_method
  return id ? store.find('paymentMethods', id) : undefined
}
