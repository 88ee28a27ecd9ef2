import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { fields, mergeMetadata } from '../../api/fields.ts'
import { pageOf, pageParams } from '../../api/list.ts'
import { invalid } from '../../api/stripe-error.ts'
import type { Context } from '../../context.ts'
import { periodEnd } from '../../rules/months.ts'
import { phaseAt, phaseOf, release, scheduleFrom } from '../../rules/subscriptions/schedules.ts'
import type { Phase, Schedule } from '../../store/records/subscriptions.ts'

const url = '/v1/subscription_schedules'
const proration = z.optional(z.enum(['always_invoice', 'create_prorations', 'none']))
const PhaseParams = z.strictObject({
  items: z
    .array(
      z.strictObject({ price: fields.text, quantity: z.optional(fields.number), metadata: fields.optionalMetadata }),
    )
    .check(z.length(1)),
  start_date: z.optional(z.union([fields.number, z.literal('now')])),
  end_date: z.optional(z.union([fields.number, z.literal('now')])),
  duration: z.optional(z.strictObject({ interval: z.literal('month'), interval_count: z.optional(fields.number) })),
  proration_behavior: proration,
  metadata: fields.optionalMetadata,
})
type PhaseParams = z.infer<typeof PhaseParams>

export const subscriptionSchedules = [
  call('POST', url, { from_subscription: fields.text }, ({ from_subscription: id }, context) => {
    const subscription = context.store.get('subscriptions', id, 'from_subscription')
    if (subscription.schedule)
      throw invalid(
        `You cannot migrate a subscription that is already attached to a schedule: ${subscription.schedule}`,
        'from_subscription',
      )
    if (subscription.status === 'canceled')
      throw invalid('You cannot migrate a subscription that is canceled.', 'from_subscription')
    return scheduleFrom(context, subscription)
  }),
  call('GET', `${url}/:id`, {}, (_params, { store }, id) => store.get('schedules', id)),
  call('GET', url, { ...pageParams, customer: fields.optionalText }, (params, { store }) =>
    pageOf(
      store.all('schedules').filter(({ customer }) => (params.customer ?? customer) === customer),
      params,
      url,
    ),
  ),
  call(
    'POST',
    `${url}/:id`,
    {
      phases: z.optional(z.array(PhaseParams).check(z.minLength(1), z.maxLength(10))),
      end_behavior: z.optional(z.enum(['release', 'cancel'])),
      proration_behavior: proration,
      metadata: fields.optionalMetadata,
    },
    (params, context, id) => {
      const schedule = active(context, id)
      if (params.phases) schedule.phases = phasesFrom(context, schedule, params.phases)
      schedule.current_phase = phaseAt(schedule, context.clock.now())
      schedule.end_behavior = params.end_behavior ?? schedule.end_behavior
      schedule.metadata = mergeMetadata(schedule.metadata, params.metadata)
      context.emit('subscription_schedule.updated', schedule)
      return schedule
    },
  ),
  call('POST', `${url}/:id/release`, { preserve_cancel_date: fields.optionalFlag }, (_params, context, id) => {
    const schedule = active(context, id)
    release(context, schedule)
    return schedule
  }),
]

function active({ store }: Context, id: string): Schedule {
  const schedule = store.get('schedules', id)
  if (schedule.status !== 'active')
    throw invalid(`You cannot update a subscription schedule that is currently in the \`${schedule.status}\` status.`)
  return schedule
}

/** Each phase begins where the one before it ends; without an end it lasts a month. The present phase keeps its start. */
function phasesFrom({ store, clock }: Context, schedule: Schedule, given: PhaseParams[]): Phase[] {
  const now = clock.now()
  let start = schedule.current_phase?.start_date ?? schedule.phases[0]?.start_date ?? now
  return given.map((phase, index) => {
    const asked = phase.start_date === 'now' ? now : phase.start_date
    if (asked !== undefined && asked !== start)
      throw invalid(
        index === 0 ? 'You can not modify the start date of the current phase.' : 'Phases must be contiguous.',
        `phases[${index}][start_date]`,
      )
    let end = phase.end_date === 'now' ? now : phase.end_date
    if (end === undefined) {
      end = start
      for (let month = 0; month < (phase.duration?.interval_count ?? 1); month++) end = periodEnd(start, end)
    }
    if (end <= start)
      throw invalid('The end date of a phase must be after its start date.', `phases[${index}][end_date]`)
    const items = phase.items.map(({ price, quantity, metadata }) => ({
      price: store.get('prices', price, `phases[${index}][items][0][price]`).id,
      quantity: quantity ?? 1,
      metadata: mergeMetadata({}, metadata),
    }))
    const made = {
      ...phaseOf(items, start, end),
      proration_behavior: phase.proration_behavior ?? 'create_prorations',
      metadata: mergeMetadata({}, phase.metadata),
    }
    start = end
    return made
  })
}
