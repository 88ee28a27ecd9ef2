import { StripeError } from '../../api/stripe-error.ts'
import type { Context } from '../../context.ts'
import { newPartId } from '../../store/ids.ts'
import type { Invoice } from '../../store/records/invoices.ts'
import type { Subscription } from '../../store/records/subscriptions.ts'
import { isOver } from '../subscriptions/cancel.ts'
import { changeInvoice, isNoChange, type PriceChange } from '../subscriptions/change-price.ts'
import { beginNextPeriod } from '../subscriptions/renew.ts'
import { takeNextPhase } from '../subscriptions/schedules.ts'
import { itemOf } from '../subscriptions/subscription-item.ts'
import { finalize } from './invoices.ts'
import { prorate } from './prorate.ts'
import { scratchOf } from './scratch.ts'

export type PreviewOptions = {
  change?: Omit<PriceChange, 'behavior'> | undefined
  /** `recurring`: the plan alone, without the items that wait. */
  mode: 'next' | 'recurring'
}

/**
 * The invoice that a change of a subscription would make at once, else its next one: made by the rules of the real one, on a copy.
 * @throws Stripe's 404 where none comes
 */
export function previewInvoice(context: Context, present: Subscription, { change, mode }: PreviewOptions): Invoice {
  const scratch = scratchOf(context, present.customer)
  const subscription = scratch.store.get('subscriptions', present.id)
  const isAtOnce = change?.proration === 'always_invoice' && !isNoChange(subscription, change)
  const invoice = isAtOnce
    ? changeInvoice(scratch, subscription, change)
    : nextInvoice(scratch, subscription, { change, mode })
  if (invoice.status === 'draft') finalize(scratch, invoice)
  const id = newPartId('upcoming_in')
  return {
    ...invoice,
    ...{ id, status: 'draft', number: null, effective_at: null },
    status_transitions: { ...invoice.status_transitions, finalized_at: null },
    lines: { ...invoice.lines, data: invoice.lines.data.map((line) => ({ ...line, invoice: id })) },
  }
}

function nextInvoice(scratch: Context, subscription: Subscription, { change, mode }: PreviewOptions): Invoice {
  if (isOver(subscription) || subscription.cancel_at_period_end) throw noneComes(subscription)
  if (change) {
    if (change.proration === 'create_prorations' && !isNoChange(subscription, change))
      prorate(scratch, subscription, change, change.at)
    Object.assign(itemOf(subscription), { price: change.price, quantity: change.quantity })
  } else if (!takeNextPhase(scratch, subscription)) throw noneComes(subscription)
  return beginNextPeriod(scratch, subscription, { takesPending: mode === 'next' })
}

const noneComes = ({ customer }: Subscription) =>
  new StripeError(404, {
    type: 'invalid_request_error',
    code: 'invoice_upcoming_none',
    message: `No upcoming invoices for customer: ${customer}`,
  })
