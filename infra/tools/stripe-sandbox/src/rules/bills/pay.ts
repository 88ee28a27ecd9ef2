import type { Context } from '../../context.ts'
import { newId, newPartId } from '../../store/ids.ts'
import type { PaymentIntent, PaymentMethod } from '../../store/records/customers.ts'
import type { Invoice } from '../../store/records/invoices.ts'
import { behaviourOf, type ChargeOutcome, charge as chargeCard } from '../cards.ts'
import { payingMethod } from '../payment-methods.ts'
import { afterPayment } from './after-payment.ts'
import { createCharge } from './charges.ts'
import { openDispute } from './disputes.ts'
import { subscriptionOf } from './invoices.ts'

export type Occasion = Parameters<typeof chargeCard>[1]

/** Attempts to charge an invoice. The caller decides the effect of a failure on the subscription. */
export function attemptPayment(
  context: Context,
  invoice: Invoice,
  occasion: Occasion,
  method: PaymentMethod | undefined = cardOf(context, invoice),
): ChargeOutcome {
  const { clock, emit } = context
  if (invoice.amount_due === 0) {
    markPaid(context, invoice)
    return { status: 'succeeded' }
  }
  const outcome = chargeCard(method, occasion)
  const intent = intentOf(context, invoice)
  invoice.attempt_count += 1
  invoice.attempted = true
  invoice._firstAttempt ??= clock.now()
  intent.payment_method = method?.id ?? null
  if (outcome.status === 'succeeded') {
    succeed(context, intent)
    markPaid(context, invoice)
  } else if (outcome.status === 'requires_action') {
    intent.status = 'requires_action'
    intent.next_action = { type: 'use_stripe_sdk' }
    emit('invoice.payment_action_required', invoice)
  } else {
    intent.status = 'requires_payment_method'
    intent.last_payment_error = outcome.error
    emit('payment_intent.payment_failed', intent)
  }
  return outcome
}

/** The card of the invoice, of its subscription, or of its customer. */
const cardOf = (context: Context, invoice: Invoice): PaymentMethod | undefined =>
  invoice.default_payment_method
    ? context.store.find('paymentMethods', invoice.default_payment_method)
    : payingMethod(context, invoice.customer, subscriptionOf(context, invoice))

/** The second step was taken by the person: the payment that waited for it succeeds. */
export function confirmPayment(context: Context, invoice: Invoice): void {
  succeed(context, intentOf(context, invoice))
  markPaid(context, invoice)
}

function succeed(context: Context, intent: PaymentIntent): void {
  const charge = createCharge(context, intent)
  Object.assign(intent, {
    latest_charge: charge.id,
    status: 'succeeded',
    amount_received: intent.amount,
    last_payment_error: null,
    next_action: null,
  })
  const method = intent.payment_method ? context.store.find('paymentMethods', intent.payment_method) : undefined
  if (method && behaviourOf(method._card) === 'disputed') openDispute(context, charge)
}

function intentOf({ store, clock }: Context, invoice: Invoice): PaymentIntent {
  const made = invoice.payments.data[0]
  if (made) return store.get('paymentIntents', made.payment.payment_intent)
  const id = newId('paymentIntents')
  const common = { created: clock.now(), livemode: false, currency: invoice.currency } as const
  invoice.payments.data.push({
    id: newPartId('inpay'),
    object: 'invoice_payment',
    ...common,
    invoice: invoice.id,
    amount_requested: invoice.amount_due,
    amount_paid: null,
    is_default: true,
    status: 'open',
    payment: { type: 'payment_intent', payment_intent: id },
  })
  return store.add('paymentIntents', {
    id,
    object: 'payment_intent',
    ...common,
    amount: invoice.amount_due,
    amount_received: 0,
    customer: invoice.customer,
    latest_charge: null,
    payment_method: null,
    status: 'requires_payment_method',
    last_payment_error: null,
    client_secret: `${id}_${newPartId('secret')}`,
    next_action: null,
    metadata: {},
  })
}

function markPaid(context: Context, invoice: Invoice): void {
  const { clock, emit } = context
  invoice.status = 'paid'
  invoice.amount_paid = invoice.amount_due
  invoice.amount_remaining = 0
  invoice.next_payment_attempt = null
  invoice.auto_advance = false
  invoice.status_transitions.paid_at = clock.now()
  for (const payment of invoice.payments.data)
    Object.assign(payment, { status: 'paid', amount_paid: payment.amount_requested })
  emit('invoice.paid', invoice)
  emit('invoice.payment_succeeded', invoice)
  afterPayment(context, invoice)
}
