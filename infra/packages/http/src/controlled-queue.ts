import { refusedAsBusy } from './limit-in-flight.ts'
import type { Problem } from './problem.ts'

type Waiting = { sinceMs: number; timer: NodeJS.Timeout; enter: () => void; refuse: () => void }

/** A burst may wait so long, if nobody waited not longer ago than that, and nobody was refused in the last moments. */
const burstMs = 500
const calmMs = 100
/** In a queue that does not become empty any more, each may wait only so long. */
const standingMs = 30
/** Past this many a wait has no sense, however the queue stands. */
const mostWaiting = 1_000
/** Of those that are served at once, the part that may wait in a queue that stands: about what is served in that time. */
const standingPart = 1 / 4

/**
 * So many at once; the next wait in a queue that takes bursts and refuses by 503 when it stands, so that who is let in keeps
 * the time that it takes (controlled delay: B. Maurer, "Fail at Scale", ACM Queue 13:8, 2015).
 */
export class ControlledQueue {
  readonly #kind: string
  readonly #most: number
  readonly #now: () => number
  readonly #queue = new Set<Waiting>()
  #underWay = 0
  /** Since when somebody has been waiting all the time; who was refused did not end that. */
  #standsSinceMs: number | undefined
  #refusedAtMs = Number.NEGATIVE_INFINITY

  /** @param kind names what is refused in the metric */
  constructor(kind: string, most: number, now: () => number = () => performance.now()) {
    this.#kind = kind
    this.#most = most
    this.#now = now
  }

  /**
   * For a caller that can be refused before anything is done for it: in a process that has more to do than time, each refusal
   * costs those who were let in. @throws Problem 503 when the queue stands and has as many as it serves in time
   */
  checkRoom(): void {
    this.#refuseStale()
    if (this.#stands() && this.#queue.size >= Math.ceil(this.#most * standingPart)) throw this.#refusal()
  }

  /** Does the work in its turn. @throws Problem 503 when it would wait too long */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.checkRoom()
    if (this.#underWay < this.#most) this.#underWay++
    else await this.#wait()
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  #wait(): Promise<void> {
    if (this.#queue.size >= mostWaiting) throw this.#refusal()
    const sinceMs = this.#now()
    this.#standsSinceMs ??= sinceMs
    return new Promise((resolve, reject) => {
      const refuse = () => {
        this.#leave(one)
        reject(this.#refusal())
      }
      // Where nothing ends, nobody is called.
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

  /** A moment without a queue is no end of an overload: the next burst would be let in, and wait. */
  #stands(): boolean {
    const since = this.#standsSinceMs ?? Number.POSITIVE_INFINITY
    return this.#now() - since > burstMs || this.#now() - this.#refusedAtMs <= calmMs
  }

  #refusal(): Problem {
    this.#refusedAtMs = this.#now()
    return refusedAsBusy(this.#kind)
  }

  #refuseStale(): void {
    const patienceMs = this.#stands() ? standingMs : burstMs
    for (const first of this.#queue) {
      if (this.#now() - first.sinceMs <= patienceMs) return
      first.refuse()
    }
  }

  /** Hands the place to the first who has not waited too long. */
  #next(): void {
    this.#refuseStale()
    const [first] = this.#queue
    if (first) first.enter()
    else this.#underWay--
    if (this.#queue.size === 0) this.#standsSinceMs = undefined
  }
}
