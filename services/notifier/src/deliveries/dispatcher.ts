import { randomInt } from 'node:crypto'
import { repeatEvery } from '@utter/runtime/repeat-every'
import { shortened } from '@utter/runtime/shortened'
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
export const leaseMs = shortened(35_000)
/** By so much, at random, leases differ: the date of a lease is its owner's token. */
const leaseSpreadMs = shortened(5_000)
const measureEveryMs = shortened(15_000)
const maxCounted = 10_000

/** Tries due deliveries, on every replica: each is leased by one of them, and started at once. */
export class Dispatcher implements AsyncDisposable {
  readonly #deps: DeliverDeps
  readonly #slots: ReceiverSlots
  readonly #loops: AsyncDisposable[]
  readonly #inFlight = new Set<Promise<void>>()
  #isStopped = false
  /** A turn was requested since the present one began. */
  #isWanted = false
  /** The last turn left deliveries that are due, for want of a slot. */
  #hasMore = false
  #turning: Promise<void> | undefined
  #refill: NodeJS.Timeout | undefined

  constructor(deps: DeliverDeps, slots: ReceiverSlots = createReceiverSlots()) {
    this.#deps = deps
    this.#slots = slots
    this.#loops = [
      repeatEvery(turnMs, 'webhooks', deps.log, async () => this.wake()),
      repeatEvery(measureEveryMs, 'due webhooks', deps.log, () => this.#measure()),
    ]
  }

  /** Starts a turn at once: a delivery is due. */
  wake(): void {
    clearTimeout(this.#refill)
    this.#refill = undefined
    this.#isWanted = true
    if (this.#turning || this.#isStopped) return
    this.#turning = this.#turnWhileWanted()
      .catch((error) => this.#deps.log.warn({ err: error }, 'webhooks are looked for later'))
      .finally(() => {
        this.#turning = undefined
      })
  }

  /** Leases nothing more, and waits for the tries in flight. Longer ones are tried again after their lease. */
  async stop(limitMs: number): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#refill)
    await Promise.all(this.#loops.map((loop) => loop[Symbol.asyncDispose]()))
    const done = (async () => {
      await this.#turning
      await Promise.all(this.#inFlight)
    })()
    await withTimeout(limitMs, done, () => new Error('late')).catch(() => {})
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop(leaseMs)
  }

  async #turnWhileWanted(): Promise<void> {
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false
      await this.#turn()
    }
  }

  /** Starts tries until nothing is due, or no due delivery has a slot. */
  async #turn(): Promise<void> {
    const { deliveries, clock } = this.#deps
    const slots = this.#slots
    this.#hasMore = false
    for (let more = true; more && !this.#isStopped; ) {
      const busy = slots.busy()
      const found = slots.free() > 0 ? await deliveries.due(clock.now(), maxFound, busy) : []
      const hadSlots = await Promise.all(shuffled(found).map((due) => this.#leaseAndStart(due)))
      more = found.length === maxFound && hadSlots.includes(true)
      const isPassedOver = slots.free() === 0 || busy.receivers.length + busy.userIds.length > 0
      this.#hasMore ||= isPassedOver || hadSlots.includes(false)
    }
  }

  /** @returns whether there was a slot for it; another replica may have leased it first */
  async #leaseAndStart(found: DueDelivery): Promise<boolean> {
    const release = this.#slots.take(found)
    if (!release) return false
    const until = new Date(this.#deps.clock.now().getTime() + leaseMs + randomInt(leaseSpreadMs))
    try {
      const leased = await this.#deps.deliveries.lease(found, until)
      if (leased) this.#start(leased, release)
      else release()
      return true
    } catch (error) {
      release()
      throw error
    }
  }

  #start(leased: LeasedDelivery, release: Release): void {
    // Outside of the trace that woke the dispatcher: it belongs to one delivery among many.
    const attempt = outsideTrace(() => attemptDelivery(this.#deps, leased))
      .catch((error) => {
        this.#deps.log.warn({ err: error, delivery: leased._id }, 'a webhook is tried later')
        return undefined
      })
      .then((sentMs) => {
        release(sentMs)
        this.#inFlight.delete(attempt)
        if (this.#hasMore) this.#refill ??= setTimeout(() => this.wake(), refillMs)
      })
    this.#inFlight.add(attempt)
  }

  async #measure(): Promise<void> {
    const { deliveries, clock } = this.#deps
    const { count, oldest } = await deliveries.dueAt(clock.now(), maxCounted)
    measureDue(count, oldest ? clock.now().getTime() - oldest.getTime() : 0)
  }
}
