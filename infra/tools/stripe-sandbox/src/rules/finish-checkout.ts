import type { Context } from '../context.ts'
import { newId } from '../store/ids.ts'
import type { Customer, PaymentMethod } from '../store/records/customers.ts'
import type { CheckoutSession } from '../store/records/sessions.ts'
import { behaviourOf } from './cards.ts'
import { attach, type Card, createCard } from './payment-methods.ts'
import { createSubscription } from './subscriptions/create-subscription.ts'

export type Paid = 'paid' | 'declined' | 'second step'

/** A card was typed. A declined one leaves nothing behind. */
export function payCheckout(context: Context, session: CheckoutSession, card: Card, email: string): Paid {
  const behaviour = behaviourOf(card.number)
  if (behaviour === undefined || behaviour === 'declined') return 'declined'
  const method = createCard(context, card)
  session.customer_email ??= email || null
  if (behaviour === 'second step') {
    session._paymentMethod = method.id
    return 'second step'
  }
  complete(context, session, method, false)
  return 'paid'
}

/** The second step was taken. @returns false when there was nothing to confirm */
export function confirmCheckout(context: Context, session: CheckoutSession): boolean {
  const method = session._paymentMethod ? context.store.find('paymentMethods', session._paymentMethod) : undefined
  if (!method) return false
  complete(context, session, method, true)
  return true
}

/** The person refused the second step: the card is as if it had not been typed. */
export function refuseCheckout({ store }: Context, session: CheckoutSession): void {
  if (session._paymentMethod) store.remove('paymentMethods', session._paymentMethod)
  session._paymentMethod = null
}

function complete(context: Context, session: CheckoutSession, method: PaymentMethod, isConfirmed: boolean): void {
  const customer = customerOf(context, session)
  const [line] = session.line_items.data
  if (!line) throw new Error(`${session.id} has no line`)
  takeEmail(context, session, customer)
  takeLocation(context, session, customer)
  attach(context, method, customer)
  const { subscription, invoice } = createSubscription(context, {
    customer: customer.id,
    price: context.store.get('prices', line.price.id),
    quantity: line.quantity,
    metadata: { ...session._subscriptionMetadata },
    method,
    atCheckout: true,
    isConfirmed,
    isTaxed: session.automatic_tax?.enabled,
    promotion: session.discounts?.[0] && { code: session.discounts[0].promotion_code, session: session.id },
  })
  Object.assign(session, {
    status: 'complete',
    payment_status: 'paid',
    url: null,
    subscription: subscription.id,
    invoice: invoice.id,
    _paymentMethod: null,
  })
  context.emit('checkout.session.completed', session)
}

/** A customer without an e-mail has the one that was typed. */
function takeEmail({ emit }: Context, { customer_email }: CheckoutSession, customer: Customer): void {
  if (customer.email || !customer_email) return
  customer.email = customer_email
  emit('customer.updated', customer, { email: null })
}

/** The address and the tax ID that were typed are the customer's from now on. */
function takeLocation({ emit }: Context, { _country, _taxId }: CheckoutSession, customer: Customer): void {
  if (!_country) return
  const { address = null } = customer
  customer.address = { ...address, country: _country }
  if (_taxId) customer._taxId = _taxId
  emit('customer.updated', customer, { address })
}

function customerOf({ store, clock, emit }: Context, session: CheckoutSession): Customer {
  if (session.customer) return store.get('customers', session.customer)
  const customer = store.add('customers', {
    id: newId('customers'),
    object: 'customer',
    created: clock.now(),
    livemode: false,
    email: session.customer_email,
    name: null,
    description: null,
    metadata: {},
    balance: 0,
    currency: session.currency,
    delinquent: false,
    invoice_settings: { default_payment_method: null, custom_fields: null, footer: null, rendering_options: null },
  })
  session.customer = customer.id
  emit('customer.created', customer)
  return customer
}
