/** Of so long the waits are looked at. */
const windowMs = 5_000

/**
 * How long jobs wait for a worker, told by those of the fast lane that begin. The shortest wait of a window says how long the
 * queue stands at least: one late job among quick ones is no queue. Nothing begins, nothing is known, nothing is refused: then
 * workers or broker are unavailable, and what is accepted waits for them.
 */
export class PickupDelay {
  readonly #limitMs: number
  #window = 0
  #shortestMs = Number.POSITIVE_INFINITY
  #beforeMs = Number.POSITIVE_INFINITY

  /** @param limitMs a wait at which every submission is refused; from half of it on, more and more are */
  constructor(limitMs: number) {
    this.#limitMs = limitMs
  }

  began(waitedMs: number, now: Date): void {
    this.#turn(now)
    this.#shortestMs = Math.min(this.#shortestMs, waitedMs)
  }

  /** The share of submissions to refuse now, from 0 to 1: the smooth rise keeps the queue from swinging. */
  excess(now: Date): number {
    this.#turn(now)
    const waitMs = Math.min(this.#shortestMs, this.#beforeMs)
    if (!Number.isFinite(waitMs)) return 0
    return Math.min(1, Math.max(0, waitMs / (this.#limitMs / 2) - 1))
  }

  #turn(now: Date): void {
    const window = Math.floor(now.getTime() / windowMs)
    if (window === this.#window) return
    this.#beforeMs = window === this.#window + 1 ? this.#shortestMs : Number.POSITIVE_INFINITY
    this.#shortestMs = Number.POSITIVE_INFINITY
    this.#window = window
  }
}
