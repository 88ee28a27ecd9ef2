import type { Context } from '../context.ts'
import type { Deliveries } from '../events/deliver.ts'
import type { Invoice } from '../store/records/invoices.ts'
import { nextStep } from './steps.ts'

/** Stripe keeps events for 30 days. */
const eventSeconds = 30 * 24 * 3600

export type Player = ReturnType<typeof createPlayer>

/** Plays what the passing of time does, each step at its own time and in order, and delivers events in between. */
export function createPlayer(context: Context, { deliver, isDelivered }: Deliveries, save: () => Promise<void>) {
  const { state, store, clock } = context
  let last: Promise<void> = Promise.resolve()
  const isCreationDelivered = (invoice: Invoice) => isDelivered('invoice.created', invoice.id)

  async function deliverDue(): Promise<boolean> {
    const hasDue = () => !state.delivery.paused && state.deliveries.some(({ dueMs }) => dueMs <= clock.nowMs())
    const found = hasDue()
    while (hasDue()) await deliver()
    return found
  }
  async function playSteps(): Promise<boolean> {
    let changed = false
    for (;;) {
      changed = (await deliverDue()) || changed
      const step = nextStep(context, Math.floor(clock.presentMs() / 1000), isCreationDelivered)
      if (!step) return changed
      clock.hold(Math.max(step.at * 1000, clock.heldMs() ?? 0))
      // An endpoint that refused before may take its events by the time of the step.
      await deliverDue()
      step.run()
      changed = true
    }
  }
  async function play(): Promise<void> {
    let changed = false
    try {
      changed = await playSteps()
    } finally {
      clock.hold(undefined)
    }
    changed = (await deliverDue()) || changed
    if (!changed) return
    forgetOldEvents()
    await save()
  }
  function forgetOldEvents(): void {
    const waiting = new Set(state.deliveries.map(({ event }) => event))
    for (const { id, created } of store.all('events'))
      if (created < clock.now() - eventSeconds && !waiting.has(id)) store.remove('events', id)
  }
  const queue = (work: () => Promise<void>): Promise<void> => {
    last = last.then(work, work)
    return last
  }
  return {
    /** Everything that is due by now; plays follow one another. */
    play: () => queue(play),
    /** Moves the clock forward, and plays everything on the way. @param seconds of the new time */
    advance: (seconds: number) =>
      queue(async () => {
        clock.hold(clock.nowMs())
        clock.advanceTo(seconds)
        await play()
        await save()
      }),
  }
}
