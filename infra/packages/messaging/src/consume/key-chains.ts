import type { InFlightMessage } from './pump.ts'

/**
 * The messages in flight, in a chain for each key: one after the other within a key, many keys at once. Chains outlive
 * generations, so that a message that is consumed again waits for its earlier self.
 */
export class KeyChains {
  /** The last link of each. */
  #last = new Map<string, Promise<void>>()
  #countOf = new Map<string, number>()
  #onEnd: () => void

  /** @param onEnd called when a chain has ended, so that its partition has room for another */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd
  }

  /** Handles a message when the one before it in its chain has been. @param handle must not throw */
  add({ topic, partition, message }: InFlightMessage, handle: () => Promise<void>): void {
    const place = `${topic}/${partition}`
    // Each partition counts its own chains: one that began in a topic and ended in another would be counted off the wrong one.
    const key = `${place}/${message.key?.toString() ?? `offset ${message.offset}`}`
    const before = this.#last.get(key)
    if (!before) this.#countOf.set(place, (this.#countOf.get(place) ?? 0) + 1)
    const link = (before ?? Promise.resolve()).then(handle)
    this.#last.set(key, link)
    void link.then(() => {
      if (this.#last.get(key) !== link) return
      this.#last.delete(key)
      this.#countOf.set(place, (this.#countOf.get(place) ?? 1) - 1)
      this.#onEnd()
    })
  }

  count(topic: string, partition: number): number {
    return this.#countOf.get(`${topic}/${partition}`) ?? 0
  }

  /** Resolves when the messages now in the chains have been handled. */
  async drained(): Promise<void> {
    await Promise.all(this.#last.values())
  }
}
