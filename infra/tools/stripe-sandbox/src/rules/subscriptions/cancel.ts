import type { Context } from '../../context.ts'
import type { Subscription } from '../../store/records/subscriptions.ts'
import { dropPendingUpdate } from './pending-update.ts'

export const isOver = ({ status }: Subscription): boolean => status === 'canceled' || status === 'incomplete_expired'

/** The end of a subscription, whose open invoices are no longer tried. A deleted one never rises again. */
export function cancelAtOnce(context: Context, subscription: Subscription, reason = 'cancellation_requested'): void {
  const { store, clock, emit } = context
  if (subscription.pending_update) dropPendingUpdate(context, subscription)
  const schedule = subscription.schedule ? store.find('schedules', subscription.schedule) : undefined
  subscription.status = 'canceled'
  subscription.canceled_at ??= clock.now()
  subscription.ended_at = clock.now()
  subscription.cancellation_details.reason ??= reason
  subscription.schedule = null
  for (const invoice of store.all('invoices')) {
    const isItsOwn = invoice.parent?.subscription_details.subscription === subscription.id
    if (!isItsOwn || invoice.status !== 'open') continue
    invoice.auto_advance = false
    invoice.next_payment_attempt = null
  }
  if (schedule?.status === 'active') {
    Object.assign(schedule, { status: 'canceled', canceled_at: clock.now(), current_phase: null })
    emit('subscription_schedule.canceled', schedule)
  }
  emit('customer.subscription.deleted', subscription)
}

export function cancelAtPeriodEnd({ clock }: Context, subscription: Subscription, isWanted: boolean): void {
  const item = subscription.items.data[0]
  subscription.cancel_at_period_end = isWanted
  subscription.cancel_at = isWanted ? (item?.current_period_end ?? null) : null
  subscription.canceled_at = isWanted ? clock.now() : null
  subscription.cancellation_details.reason = isWanted ? 'cancellation_requested' : null
}
