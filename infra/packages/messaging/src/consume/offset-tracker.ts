/**
 * The offsets of one partition that were taken, and those of them that are acked, in one generation of the group.
 * The offset to commit is the lowest unacked one; if there is none, the one after the highest taken.
 */
export class OffsetTracker {
  readonly lost = new AbortController()
  #taken: { offset: number; acked: boolean }[] = []
  #next: number | undefined
  #committed: number | undefined

  /** False for an offset that was taken already, which is skipped when it is fetched again. */
  isNew(offset: number): boolean {
    return this.#next === undefined || offset >= this.#next
  }

  /** @returns the message's ack, to be called once */
  take(offset: number): () => void {
    const entry = { offset, acked: false }
    this.#taken.push(entry)
    this.#next = offset + 1
    return () => {
      entry.acked = true
      while (this.#taken[0]?.acked) this.#taken.shift()
    }
  }

  /** Takes an offset and acks it, at no cost. */
  pass(offset: number): void {
    this.#next = offset + 1
  }

  /** The number of offsets between the lowest unacked and the highest taken. */
  get span(): number {
    const lowest = this.#taken[0]
    return lowest && this.#next !== undefined ? this.#next - lowest.offset : 0
  }

  /** The offset to commit, or undefined when nothing has changed since the last `committed`. */
  get due(): number | undefined {
    const offset = this.#taken[0]?.offset ?? this.#next
    return offset === this.#committed ? undefined : offset
  }

  committed(offset: number): void {
    this.#committed = offset
  }
}
