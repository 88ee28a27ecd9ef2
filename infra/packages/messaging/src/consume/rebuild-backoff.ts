const maxInARow = 6
const maxPauseMs = 30_000
/** The running time after which a consumer's rebuilds are counted from the beginning. */
const stableAfterMs = 60_000

/**
 * Pauses between the rebuilds of a consumer: doubled by each that follows in a row, varied by a quarter either way, until rebuilding
 * has not helped six times in a row.
 */
export class RebuildBackoff {
  inARow = 0
  #firstPauseMs: number

  constructor(firstPauseMs: number) {
    this.#firstPauseMs = firstPauseMs
  }

  /** @param ranMs since the consumer was started. @returns the pause in ms, or undefined when it is to be given up */
  next(ranMs: number): number | undefined {
    if (ranMs > stableAfterMs) this.inARow = 0
    this.inARow++
    if (this.inARow > maxInARow) return undefined
    return Math.min(this.#firstPauseMs * 2 ** (this.inARow - 1), maxPauseMs) * (0.75 + Math.random() / 2)
  }
}
