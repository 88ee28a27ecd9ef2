import { repeatEvery } from '@utter/runtime/repeat-every'
import type { StripeDeps } from '../deps.ts'
import { recordOf } from '../stripe/event-record.ts'
import { eventTypes } from '../stripe/event-types.ts'

const lookEveryMs = 10_000
const everyMs = 600_000
const missedEvents = 'missed-events'
/** Events that are listed a second time, since one may be made before another and listed after it. */
const overlapMs = 3_600_000
/** Stripe lists events for 30 days; before the first time those of three days, in which it sends them again. */
const firstMs = 3 * 24 * 3_600_000

/** Events that never came, listed by one replica every ten minutes, and so also at a start after an outage. */
export function startCatchUp(deps: StripeDeps): AsyncDisposable {
  return repeatEvery(lookEveryMs, 'missed events', deps.log, () => catchUp(deps))
}

/** Stores the events since the last time as if they had come now; the sweep of events handles them. */
export async function catchUp(deps: StripeDeps): Promise<void> {
  const { chores, events, payments, clock, log } = deps
  const now = clock.now()
  await chores.plan(missedEvents, now, now)
  const chore = await chores.take(missedEvents, now)
  if (!chore) return
  const since = chore.last?.endedAt.getTime() ?? now.getTime() - firstMs
  const created = { gte: Math.floor((since - overlapMs) / 1_000) }
  let missed = 0
  for await (const event of payments.stripe.events.list({ types: [...eventTypes], created, limit: 100 })) {
    if (await events.receiveMissed(await recordOf(payments.stripe, event), clock.now())) missed += 1
  }
  if (missed > 0) log.warn({ missed }, 'events of Stripe had not come, and were listed')
  await chores.done(chore, now, new Date(now.getTime() + everyMs))
}
