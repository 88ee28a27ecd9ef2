import type { Lane } from '@utter/contracts/event'

/** How many are at work at once: bulk work takes half of the slots at most, and at least one. */
export class Slots {
  readonly #all: number
  readonly #bulk: number
  #busy = { fast: 0, bulk: 0 }
  #queues: Record<Lane, (() => void)[]> = { fast: [], bulk: [] }

  constructor(count: number) {
    this.#all = count
    this.#bulk = Math.max(1, Math.floor(count / 2))
  }

  waiting(lane: Lane): number {
    return this.#queues[lane].length
  }

  async take(lane: Lane): Promise<void> {
    if (this.#isFree(lane) && this.#queues[lane].length === 0) {
      this.#busy[lane]++
      return
    }
    await new Promise<void>((resolve) => this.#queues[lane].push(resolve))
  }

  release(lane: Lane): void {
    this.#busy[lane]--
    for (const next of ['fast', 'bulk'] as const) {
      const first = this.#isFree(next) ? this.#queues[next].shift() : undefined
      if (!first) continue
      this.#busy[next]++
      first()
      return
    }
  }

  #isFree(lane: Lane): boolean {
    return this.#busy.fast + this.#busy.bulk < this.#all && (lane === 'fast' || this.#busy.bulk < this.#bulk)
  }
}
