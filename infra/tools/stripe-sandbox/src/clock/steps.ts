import type { Context } from '../context.ts'
import { collect, finalizeAndCharge } from '../rules/bills/collect.ts'
import { voidInvoice } from '../rules/bills/invoices.ts'
import { dropPendingUpdate } from '../rules/subscriptions/pending-update.ts'
import { renew } from '../rules/subscriptions/renew.ts'
import { itemOf } from '../rules/subscriptions/subscription-item.ts'
import type { Invoice } from '../store/records/invoices.ts'
import type { Subscription } from '../store/records/subscriptions.ts'

/** Something that the passing of time does, and its time in seconds. */
export type Step = { at: number; run(): void }

const renewing: Subscription['status'][] = ['active', 'past_due', 'unpaid']
/** The time in which the first payment of a subscription must succeed. */
const incompleteSeconds = 23 * 3600
const hour = 3600
/** Finalizing waits for the delivery of `invoice.created`, for so long at most. */
const finalizeLimitSeconds = 72 * hour

/** The step that comes first, up to a time. */
export function nextStep(
  context: Context,
  until: number,
  isDelivered: (invoice: Invoice) => boolean,
): Step | undefined {
  const steps = [...ofSubscriptions(context), ...ofInvoices(context, isDelivered), ...ofSessions(context)]
  return steps.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
}

function ofSubscriptions(context: Context): Step[] {
  return context.store.all('subscriptions').flatMap((one): Step[] => {
    const steps: Step[] = []
    const update = one.pending_update
    if (update) steps.push({ at: update.expires_at, run: () => dropPendingUpdate(context, one) })
    if (renewing.includes(one.status))
      steps.push({ at: itemOf(one).current_period_end, run: () => renew(context, one) })
    if (one.status === 'incomplete')
      steps.push({ at: one.created + incompleteSeconds, run: () => expire(context, one) })
    return steps
  })
}

function expire(context: Context, subscription: Subscription): void {
  const invoice = subscription.latest_invoice && context.store.find('invoices', subscription.latest_invoice)
  if (invoice && invoice.status === 'open') voidInvoice(context, invoice)
  subscription.status = 'incomplete_expired'
  context.emit('customer.subscription.updated', subscription, { status: 'incomplete' })
}

function ofInvoices(context: Context, isDelivered: (invoice: Invoice) => boolean): Step[] {
  return context.store.all('invoices').flatMap((one): Step[] => {
    const finalizesAt = one.status === 'draft' && one.auto_advance ? one.automatically_finalizes_at : null
    if (finalizesAt !== null) {
      const run = () => {
        if (isDelivered(one) || finalizesAt >= one.created + finalizeLimitSeconds) finalizeAndCharge(context, one)
        else one.automatically_finalizes_at = finalizesAt + hour
      }
      return [{ at: finalizesAt, run }]
    }
    const next = one.status === 'open' ? one.next_payment_attempt : null
    return next === null ? [] : [{ at: next, run: () => collect(context, one) }]
  })
}

function ofSessions({ store, emit }: Context): Step[] {
  const open = store.all('checkoutSessions').filter(({ status }) => status === 'open')
  return open.map((session) => ({
    at: session.expires_at,
    run: () => {
      Object.assign(session, { status: 'expired', url: null })
      emit('checkout.session.expired', session)
    },
  }))
}
