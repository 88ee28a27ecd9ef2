import type { Problem } from '../problem.ts'
import { refusedAsBusy } from './limit-in-flight.ts'

type Waiting = { sinceMs: number; timer: NodeJS.Timeout; enter: () => void; refuse: () => void }

/** The longest wait in a burst: a queue that was empty within this time, and refused no request within `calmMs`. */
const burstMs = 500
const calmMs = 100
/** The longest wait in a standing queue, which no longer becomes empty. */
const standingMs = 30
/** The longest queue, standing or not: past it a wait would only end in a refusal. */
const maxWaiting = 1_000
/** The part of the concurrency that may wait in a standing queue: about as many as are served in that time. */
const standingPart = 1 / 4

/**
 * A limit on concurrency with a queue that absorbs bursts, and refuses by 503 once it is a standing queue, so that
 * accepted requests keep their latency (controlled delay: B. Maurer, "Fail at Scale", ACM Queue 13:8, 2015).
 */
export class ControlledQueue {
  readonly #kind: string
  readonly #max: number
  readonly #now: () => number
  readonly #queue = new Set<Waiting>()
  #inFlight = 0
  /** Since when the queue has not been empty; a refusal does not count as leaving it. */
  #standsSinceMs: number | undefined
  #refusedAtMs = Number.NEGATIVE_INFINITY

  /** @param kind names what is refused in the metric */
  constructor(kind: string, max: number, now: () => number = () => performance.now()) {
    this.#kind = kind
    this.#max = max
    this.#now = now
  }

  /**
   * Refuses before anything is done for a request: in an overloaded process each later refusal costs the accepted ones.
   * @throws Problem 503 when a standing queue has as many as it serves in time
   */
  checkRoom(): void {
    this.#refuseStale()
    if (this.#stands() && this.#queue.size >= Math.ceil(this.#max * standingPart)) throw this.#refusal()
  }

  /** Runs the work when its turn comes. @throws Problem 503 when it would wait too long */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.checkRoom()
    if (this.#inFlight < this.#max) this.#inFlight++
    else await this.#wait()
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  #wait(): Promise<void> {
    if (this.#queue.size >= maxWaiting) throw this.#refusal()
    const sinceMs = this.#now()
    this.#standsSinceMs ??= sinceMs
    return new Promise((resolve, reject) => {
      const refuse = () => {
        this.#leave(one)
        reject(this.#refusal())
      }
      // Where no work ends, `#next` is not called.
      const timer = setTimeout(refuse, burstMs)
      const enter = () => {
        this.#leave(one)
        resolve()
      }
      const one: Waiting = { sinceMs, timer, enter, refuse }
      this.#queue.add(one)
    })
  }

  #leave(one: Waiting): void {
    clearTimeout(one.timer)
    this.#queue.delete(one)
  }

  /** A moment without a queue does not end an overload: the next burst would be accepted, and wait. */
  #stands(): boolean {
    const since = this.#standsSinceMs ?? Number.POSITIVE_INFINITY
    return this.#now() - since > burstMs || this.#now() - this.#refusedAtMs <= calmMs
  }

  #refusal(): Problem {
    this.#refusedAtMs = this.#now()
    return refusedAsBusy(this.#kind)
  }

  #refuseStale(): void {
    const maxWaitMs = this.#stands() ? standingMs : burstMs
    for (const first of this.#queue) {
      if (this.#now() - first.sinceMs <= maxWaitMs) return
      first.refuse()
    }
  }

  /** Gives the slot to the first that has not waited too long. */
  #next(): void {
    this.#refuseStale()
    const [first] = this.#queue
    if (first) first.enter()
    else this.#inFlight--
    if (this.#queue.size === 0) this.#standsSinceMs = undefined
  }
}
