import { randomInt } from 'node:crypto'
import { shortened } from '@utter/runtime/shortened'
import type { DeliverDeps } from '../deps.ts'
import type { LeasedDelivery } from '../domain/delivery.ts'
import { afterLook, maxTries, placesOf, type Receiver } from '../domain/receiver.ts'
import type { PendingDelivery } from '../store/deliveries/tries.ts'
import type { TrySlot } from './try-slots.ts'

/**
 * Time for reading the job, the try and its record: a delivery whose try has not started in time is left to the next
 * owner. As long is lost when a process dies.
 */
export const leaseMs = shortened(35_000)
/** A receiver that a process held when it died is looked at again so much later. */
const lookMs = shortened(5_000)
/** By so much, at random, leases differ: the date of a lease is its owner's token. */
const spreadMs = shortened(5_000)
const leaseUntil = (now: Date, ms: number) => new Date(now.getTime() + ms + randomInt(spreadMs))

type Tries = {
  /** Undefined: this process has no slot for it. */
  take(): TrySlot | undefined
  start(leased: LeasedDelivery, slot: TrySlot): void
}

/**
 * Looks at a receiver that is due, alone among the replicas: leases and starts the first of its deliveries that are
 * due, as many as it may have in flight, and sets when it is looked at next. *A crash* in between leaves it to another
 * replica when the look's lease is over.
 * @returns false: there was no slot, or another replica has it
 */
export async function lookAtReceiver(
  { deliveries, clock }: DeliverDeps,
  receiver: Receiver,
  { take, start }: Tries,
): Promise<boolean> {
  let slot = take()
  if (!slot) return false
  const { receivers } = deliveries
  try {
    const now = clock.now()
    const look = await receivers.beginLook(receiver, leaseUntil(now, lookMs))
    if (!look) return false
    const [pending, inFlight] = await Promise.all([
      deliveries.pendingOf(receiver._id, maxTries + 1),
      deliveries.inFlightOf(receiver._id, now, maxTries),
    ])
    const places = placesOf(look, inFlight.length)
    const until = leaseUntil(now, leaseMs)
    const leases: Promise<void>[] = []
    for (const delivery of pending.slice(0, places).filter(({ nextAttemptAt }) => nextAttemptAt <= now)) {
      slot ??= take()
      if (!slot) break
      leases.push(leaseAndStart(delivery, slot))
      slot = undefined
    }
    await Promise.all(leases)
    await receivers.endLook(look, afterLook({ pending, inFlight, leased: leases.length, until, places }, now), now)
    return true

    async function leaseAndStart(delivery: PendingDelivery, of: TrySlot): Promise<void> {
      const leased = await deliveries.lease(delivery, until).catch((error) => {
        of.release()
        throw error
      })
      // Another replica has it, or it was stopped meanwhile.
      if (leased) start(leased, of)
      else of.release()
    }
  } finally {
    slot?.release()
  }
}
