import type { Lane } from '@utter/contracts/event'

/** Waiting bulk work gets one of so many slots that become free: an endless fast lane does not starve it. */
const turnsOfBulk = 4
/** Idle slots that bulk work leaves free, so that another account's single job begins at once. */
const reserveOf = (slots: number) => Math.min(Math.max(1, Math.ceil(slots / 4)), slots - 1)

/**
 * The slots of a worker, shared by its two lanes. Fast work goes first, but for every fourth slot; bulk work may use
 * all that fast work leaves idle, except for the reserve.
 */
export class Slots {
  readonly #count: number
  readonly #maxBulk: number
  #busy = { fast: 0, bulk: 0 }
  #queues: Record<Lane, (() => void)[]> = { fast: [], bulk: [] }
  /** Slots given to waiting fast work since bulk work had one, while bulk work waited. */
  #sinceBulk = 0

  constructor(count: number) {
    this.#count = count
    this.#maxBulk = count - reserveOf(count)
  }

  waiting(lane: Lane): number {
    return this.#queues[lane].length
  }

  /** Waits for a slot of the lane. @returns false when `signal` aborted first; then no slot is held */
  async take(lane: Lane, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false
    if (this.#isFree(lane) && this.#queues[lane].length === 0) {
      this.#busy[lane]++
      return true
    }
    const turn = Promise.withResolvers<boolean>()
    const grant = () => turn.resolve(true)
    const leave = () => {
      const queue = this.#queues[lane]
      const index = queue.indexOf(grant)
      if (index < 0) return
      queue.splice(index, 1)
      turn.resolve(false)
    }
    this.#queues[lane].push(grant)
    signal.addEventListener('abort', leave, { once: true })
    try {
      return await turn.promise
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  release(lane: Lane): void {
    this.#busy[lane]--
    const next = this.#next()
    if (!next) return
    if (next === 'bulk') this.#sinceBulk = 0
    else if (this.waiting('bulk') > 0) this.#sinceBulk++
    this.#busy[next]++
    this.#queues[next].shift()?.()
  }

  /** The lane whose turn it is, of those that wait and may have a slot. */
  #next(): Lane | undefined {
    const lanes: Lane[] = this.#sinceBulk >= turnsOfBulk - 1 ? ['bulk', 'fast'] : ['fast', 'bulk']
    return lanes.find((lane) => this.waiting(lane) > 0 && this.#isFree(lane))
  }

  #isFree(lane: Lane): boolean {
    const { fast, bulk } = this.#busy
    return fast + bulk < this.#count && (lane === 'fast' || bulk < this.#maxBulk)
  }
}
