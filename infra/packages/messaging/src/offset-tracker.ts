/**
 * Which offsets of one partition were taken, and which of those are finished, in one generation of the group.
 * What may be committed is the lowest unfinished offset; if none is, the one after the highest taken.
 */
export class OffsetTracker {
  readonly lost = new AbortController()
  #taken: { offset: number; finished: boolean }[] = []
  #next: number | undefined
  #committed: number | undefined

  /** Offsets below were taken already and are skipped when they come again. */
  isNew(offset: number): boolean {
    return this.#next === undefined || offset >= this.#next
  }

  /** @returns what to call, once, when the message is finished */
  take(offset: number): () => void {
    const entry = { offset, finished: false }
    this.#taken.push(entry)
    this.#next = offset + 1
    return () => {
      entry.finished = true
      while (this.#taken[0]?.finished) this.#taken.shift()
    }
  }

  /** How many offsets lie between the lowest unfinished and the highest taken. */
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
