import type { Context } from '../../context.ts'
import { newId } from '../../store/ids.ts'
import type { Price } from '../../store/records/catalog.ts'
import type { Phase, PhaseItem, Schedule, Subscription } from '../../store/records/subscriptions.ts'
import { periodEnd } from '../months.ts'
import { itemOf } from './subscription-item.ts'

/** A schedule that begins with what the subscription has. */
export function scheduleFrom({ store, clock, emit }: Context, subscription: Subscription): Schedule {
  const { price, quantity, current_period_start, current_period_end } = itemOf(subscription)
  const schedule = store.add('schedules', {
    id: newId('schedules'),
    object: 'subscription_schedule',
    created: clock.now(),
    livemode: false,
    customer: subscription.customer,
    subscription: subscription.id,
    released_subscription: null,
    status: 'active',
    phases: [phaseOf([{ price: price.id, quantity, metadata: {} }], current_period_start, current_period_end)],
    current_phase: { start_date: current_period_start, end_date: current_period_end },
    end_behavior: 'release',
    metadata: {},
    released_at: null,
    canceled_at: null,
    completed_at: null,
  })
  subscription.schedule = schedule.id
  emit('subscription_schedule.created', schedule)
  emit('customer.subscription.updated', subscription, { schedule: null })
  return schedule
}

export const phaseOf = (items: PhaseItem[], start_date: number, end_date: number): Phase => ({
  start_date,
  end_date,
  items,
  proration_behavior: 'create_prorations',
  currency: 'usd',
  metadata: {},
})

/** Another plan from the period's end on, in the way that Stripe's portal does it. */
export function scheduleChange(context: Context, subscription: Subscription, price: Price): Schedule {
  const { clock, store, emit } = context
  const present = subscription.schedule ? store.get('schedules', subscription.schedule) : undefined
  const schedule = present ?? scheduleFrom(context, subscription)
  const { quantity, price: presentPrice, current_period_start, current_period_end } = itemOf(subscription)
  schedule.phases = [
    phaseOf([{ price: presentPrice.id, quantity, metadata: {} }], current_period_start, current_period_end),
    phaseOf(
      [{ price: price.id, quantity, metadata: {} }],
      current_period_end,
      periodEnd(subscription.billing_cycle_anchor, current_period_end, price.recurring?.interval),
    ),
  ]
  schedule.current_phase = phaseAt(schedule, clock.now())
  emit('subscription_schedule.updated', schedule)
  return schedule
}

export function phaseAt({ phases }: Schedule, now: number): Schedule['current_phase'] {
  const phase = phases.find(({ start_date, end_date }) => start_date <= now && now < end_date)
  return phase ? { start_date: phase.start_date, end_date: phase.end_date } : null
}

export function release({ store, clock, emit }: Context, schedule: Schedule): void {
  const subscription = schedule.subscription ? store.find('subscriptions', schedule.subscription) : undefined
  Object.assign(schedule, {
    status: 'released',
    released_at: clock.now(),
    released_subscription: schedule.subscription,
    subscription: null,
    current_phase: null,
  })
  emit('subscription_schedule.released', schedule)
  if (!subscription) return
  subscription.schedule = null
  emit('customer.subscription.updated', subscription, { schedule: schedule.id })
}

/**
 * The phase that begins with the next period is taken on. After the last one the subscription goes on by itself.
 * @returns false when the subscription ends with its schedule
 */
export function takeNextPhase(context: Context, subscription: Subscription): boolean {
  const { store, clock, emit } = context
  const schedule = subscription.schedule ? store.find('schedules', subscription.schedule) : undefined
  if (!schedule) return true
  schedule.current_phase = phaseAt(schedule, clock.now())
  const phase = schedule.phases.find(({ start_date }) => start_date === schedule.current_phase?.start_date)
  if (!phase) {
    if (schedule.end_behavior === 'cancel') return false
    release(context, schedule)
    return true
  }
  const next = phase.items[0]
  const item = itemOf(subscription)
  if (next) Object.assign(item, { price: store.get('prices', next.price), quantity: next.quantity })
  emit('subscription_schedule.updated', schedule)
  return true
}
