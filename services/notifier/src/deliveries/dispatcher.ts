import { randomInt } from 'node:crypto'
import { repeatEvery } from '@utter/runtime/repeat-every'
import { shuffled } from '@utter/runtime/shuffled'
import { withTimeout } from '@utter/runtime/with-timeout'
import { outsideTrace } from '@utter/telemetry/trace'
import type { DeliverDeps } from '../deps.ts'
import type { LeasedDelivery } from '../domain/delivery.ts'
import type { DueDelivery } from '../store/deliveries/tries.ts'
import { attemptDelivery } from './attempt.ts'
import { measureDue } from './metrics.ts'
import { createReceiverSlots, type ReceiverSlots, type Release } from './receiver-slots.ts'

const turnMs = 1_000
const maxFound = 50
/** Slots that become free are filled together. */
const refillMs = 20
/**
 * Time for reading the job, the try and its record: a delivery whose try has not started in time is left to the next
 * owner. As long is lost when a process dies.
 */
export const leaseMs = 35_000
/** By so much, at random, leases differ: the date of a lease is its owner's token. */
const leaseSpreadMs = 5_000
const measureEveryMs = 15_000
const maxCounted = 10_000

export type Dispatcher = {
  /** Something is due: it is found at once, and not by the next turn. */
  wake(): void
  /** Leases nothing more, and waits for the tries in flight. Longer ones are tried again after their lease. */
  stop(limitMs: number): Promise<void>
} & AsyncDisposable

/** Tries due deliveries, on every replica: each is leased by one of them, and started at once. */
export function startDispatcher(deps: DeliverDeps, slots: ReceiverSlots = createReceiverSlots()): Dispatcher {
  const { deliveries, clock, log } = deps
  const inFlight = new Set<Promise<void>>()
  let ended = false
  /** Something was asked for during a turn. */
  let wanted = false
  /** The last turn may have left something that is due, for want of a slot. */
  let hasMore = false
  let turning: Promise<void> | undefined
  let soon: NodeJS.Timeout | undefined

  function begin(leased: LeasedDelivery, release: Release): void {
    // Outside of the trace that woke the dispatcher: it belongs to one delivery among many.
    const one = outsideTrace(() => attemptDelivery(deps, leased))
      .catch((error) => {
        log.warn({ err: error, delivery: leased._id }, 'a webhook is tried later')
        return undefined
      })
      .then((sentMs) => {
        release(sentMs)
        inFlight.delete(one)
        if (hasMore) soon ??= setTimeout(wake, refillMs)
      })
    inFlight.add(one)
  }
  /** @returns false when there is no slot for it */
  async function leaseAndBegin(found: DueDelivery): Promise<boolean> {
    const release = slots.take(found)
    if (!release) return false
    const until = new Date(clock.now().getTime() + leaseMs + randomInt(leaseSpreadMs))
    try {
      const leased = await deliveries.lease(found, until)
      if (leased) begin(leased, release)
      else release()
      return true
    } catch (error) {
      release()
      throw error
    }
  }
  /** Starts tries until nothing is due, or no due delivery has a slot. */
  async function turn(): Promise<void> {
    hasMore = false
    for (let more = true; more && !ended; ) {
      const busy = slots.busy()
      const found = slots.free() > 0 ? await deliveries.due(clock.now(), maxFound, busy) : []
      const begun = await Promise.all(shuffled(found).map(leaseAndBegin))
      more = found.length === maxFound && begun.includes(true)
      const isPassedOver = slots.free() === 0 || busy.receivers.length + busy.userIds.length > 0
      hasMore ||= isPassedOver || begun.includes(false)
    }
  }
  function wake(): void {
    clearTimeout(soon)
    soon = undefined
    wanted = true
    if (turning || ended) return
    turning = turnWhileWanted()
      .catch((error) => log.warn({ err: error }, 'webhooks are looked for later'))
      .finally(() => {
        turning = undefined
      })
  }
  async function turnWhileWanted(): Promise<void> {
    while (wanted && !ended) {
      wanted = false
      await turn()
    }
  }
  const turns = repeatEvery(turnMs, 'webhooks', log, async () => wake())
  const measuring = repeatEvery(measureEveryMs, 'due webhooks', log, async () => {
    const { count, oldest } = await deliveries.dueAt(clock.now(), maxCounted)
    measureDue(count, oldest ? clock.now().getTime() - oldest.getTime() : 0)
  })
  const stop = async (limitMs: number) => {
    ended = true
    clearTimeout(soon)
    await Promise.all([turns, measuring].map((loop) => loop[Symbol.asyncDispose]()))
    const done = (async () => {
      await turning
      await Promise.all(inFlight)
    })()
    await withTimeout(limitMs, done, () => new Error('late')).catch(() => {})
  }
  return { wake, stop, [Symbol.asyncDispose]: () => stop(leaseMs) }
}
