import { repeatEvery } from '@utter/runtime/repeat-every'
import { shortened } from '@utter/runtime/shortened'
import { shuffled } from '@utter/runtime/shuffled'
import { withTimeout } from '@utter/runtime/with-timeout'
import { outsideTrace } from '@utter/telemetry/trace'
import type { DeliverDeps } from '../deps.ts'
import type { LeasedDelivery } from '../domain/delivery.ts'
import { newPaceOf, type Receiver } from '../domain/receiver.ts'
import { attemptDelivery, type Tried } from './attempt.ts'
import { leaseMs, lookAtReceiver } from './look.ts'
import { measureDue } from './metrics.ts'
import type { Send } from './send.ts'
import { createTrySlots, type SlotLimits, slotLimits, type TrySlot } from './try-slots.ts'

const turnMs = 1_000
const maxFound = 50
/** Places and slots that become free are filled together: a look costs as much for one as for sixteen. */
const refillMs = 50
const measureEveryMs = shortened(15_000)
const maxCounted = 10_000

/** Tries due deliveries, on every replica: it looks at the receivers that are due, and starts what it leases at once. */
export class Dispatcher implements AsyncDisposable {
  readonly #deps: DeliverDeps
  readonly #slots: ReturnType<typeof createTrySlots>
  readonly #slowMs: number
  readonly #loops: AsyncDisposable[]
  readonly #inFlight = new Set<Promise<void>>()
  #isStopped = false
  /** A turn was requested since the present one began. */
  #isWanted = false
  /** The last turn left receivers that are due, for want of a slot. */
  #hasMore = false
  #turning: Promise<void> | undefined
  #refill: NodeJS.Timeout | undefined

  constructor(deps: DeliverDeps, limits: SlotLimits = slotLimits) {
    this.#deps = deps
    this.#slots = createTrySlots(limits)
    this.#slowMs = limits.slowMs
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

  /** Starts tries until no receiver is due, or none that is due has a slot. */
  async #turn(): Promise<void> {
    this.#hasMore = false
    for (let more = true; more && !this.#isStopped; ) {
      // Both kinds at the same time, so that no backlog of slow ones is gone through before the others.
      const found = (await Promise.all([this.#find(false), this.#find(true)])).flat()
      more = (await Promise.all(shuffled(found).map((receiver) => this.#look(receiver)))).includes(true)
    }
  }

  async #find(isSlow: boolean): Promise<Receiver[]> {
    const busy = this.#slots.busy(isSlow)
    const isAnyFree = this.#slots.free(isSlow) > 0
    this.#hasMore ||= !isAnyFree || busy.length > 0
    return isAnyFree ? this.#deps.deliveries.receivers.due(isSlow, this.#deps.clock.now(), maxFound, busy) : []
  }

  /** @returns whether this process looked at it */
  async #look(receiver: Receiver): Promise<boolean> {
    const take = () => {
      const slot = this.#slots.take(receiver.isSlow, receiver.userId)
      this.#hasMore ||= !slot
      return slot
    }
    const start = (leased: LeasedDelivery, slot: TrySlot) => this.#start(leased, receiver, slot)
    return lookAtReceiver(this.#deps, receiver, { take, start })
  }

  #start(leased: LeasedDelivery, receiver: Receiver, slot: TrySlot): void {
    const { log } = this.#deps
    // From the sending on: what is waited for before that is ours.
    const send: Send = async (...request) => {
      const timer = setTimeout(() => this.#becomeSlow(receiver, slot), this.#slowMs)
      try {
        return await this.#deps.send(...request)
      } finally {
        clearTimeout(timer)
      }
    }
    // Outside of the trace that woke the dispatcher: it belongs to one delivery among many.
    const attempt = outsideTrace(() => attemptDelivery({ ...this.#deps, send }, leased))
      .catch((error): Tried => {
        log.warn({ err: error, delivery: leased._id }, 'a webhook is tried later')
        return {}
      })
      .then((tried) => {
        slot.release()
        return this.#release(receiver, tried)
      })
      // Its date is the end of the lease at the latest.
      .catch((error) => log.debug({ err: error, receiver: receiver._id }, 'a receiver is looked at later'))
      .then(() => {
        this.#inFlight.delete(attempt)
        if (this.#hasMore) this.#refillSoon()
      })
    this.#inFlight.add(attempt)
  }

  #becomeSlow(receiver: Receiver, slot: TrySlot): void {
    slot.becomeSlow()
    if (this.#hasMore) this.#refillSoon()
    const { deliveries, log } = this.#deps
    if (!receiver.isSlow)
      deliveries.receivers
        .setSlow(receiver)
        .catch((error) => log.debug({ err: error, receiver: receiver._id }, 'a receiver is known to be slow later'))
  }

  async #release(receiver: Receiver, { sentMs, nextAttemptAt }: Tried): Promise<void> {
    const { deliveries, clock } = this.#deps
    const pace = sentMs === undefined ? undefined : newPaceOf(receiver, sentMs, this.#slowMs)
    const isWaitedFor = await deliveries.receivers.release(receiver, clock.now(), { pace, nextAttemptAt })
    this.#hasMore ||= isWaitedFor
  }

  #refillSoon(): void {
    this.#refill ??= setTimeout(() => this.wake(), refillMs)
  }

  async #measure(): Promise<void> {
    const { deliveries, clock } = this.#deps
    const { count, oldest } = await deliveries.dueAt(clock.now(), maxCounted)
    measureDue(count, oldest ? clock.now().getTime() - oldest.getTime() : 0)
  }
}
