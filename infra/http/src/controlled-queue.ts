import { refusedAsBusy } from './at-once.ts'

type Waiting = { sinceMs: number; timer: NodeJS.Timeout; enter: () => void; refuse: () => void }

/** A burst may wait so long, if the queue was empty not longer ago than that. */
const burstMs = 1_000
/** In a queue that does not become empty any more, each may wait only so long. */
const standingMs = 30
/** Past this many a wait has no sense, however the queue stands. */
const mostWaiting = 1_000

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
  #emptyAtMs: number

  /** @param kind names what is refused in the metric */
  constructor(kind: string, most: number, now: () => number = () => performance.now()) {
    this.#kind = kind
    this.#most = most
    this.#now = now
    this.#emptyAtMs = now()
  }

  /** Does the work in its turn. @throws Problem 503 when it would wait too long */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#underWay < this.#most) this.#underWay++
    else await this.#wait()
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  #wait(): Promise<void> {
    if (this.#queue.size >= mostWaiting) throw refusedAsBusy(this.#kind)
    const sinceMs = this.#now()
    if (this.#queue.size === 0) this.#emptyAtMs = sinceMs
    return new Promise((resolve, reject) => {
      const refuse = () => {
        this.#leave(one)
        reject(refusedAsBusy(this.#kind))
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

  /** Hands the place to the first who has not waited too long. */
  #next(): void {
    for (const first of this.#queue) {
      const now = this.#now()
      const patienceMs = now - this.#emptyAtMs > burstMs ? standingMs : burstMs
      if (now - first.sinceMs <= patienceMs) {
        first.enter()
        return
      }
      first.refuse()
    }
    this.#emptyAtMs = this.#now()
    this.#underWay--
  }
}
