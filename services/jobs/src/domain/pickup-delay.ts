/** Length of the window whose delays are compared. */
const windowMs = 5_000

/**
 * Time from a request to its start by a worker (Temporal: schedule-to-start), measured on the fast lane. The shortest
 * delay of a window is the least wait in the queue: one late job among quick ones is no queue, and neither is one that was
 * picked up late and left none behind it. Without a pickup it is the age of the oldest request, where workers are seen to
 * work: they are busy with others. Where none is seen nothing is rejected: workers or broker are unavailable then, and
 * accepted jobs wait for them.
 */
export class PickupDelay {
  readonly #limitMs: number
  #window = 0
  #shortestMs = Number.POSITIVE_INFINITY
  #beforeMs = Number.POSITIVE_INFINITY
  #workedAt = Number.NEGATIVE_INFINITY
  #oldestMs = 0

  /** @param limitMs a wait at which every submission is refused; from half of it on, more and more are */
  constructor(limitMs: number) {
    this.#limitMs = limitMs
  }

  record(waitedMs: number, now: Date): void {
    this.#turn(now)
    this.#shortestMs = Math.min(this.#shortestMs, waitedMs)
  }

  /** A worker has reported: started, progressed or ended something. */
  sawWork(now: Date): void {
    this.#workedAt = now.getTime()
  }

  /** @param ms age of the oldest request that nobody has begun; 0: there is none */
  sawOldest(ms: number): void {
    this.#oldestMs = ms
  }

  /** Share of submissions to reject now, from 0 to 1: the smooth rise keeps the queue from oscillating. */
  rejectionRate(now: Date): number {
    this.#turn(now)
    const pickedUpMs = Math.min(this.#shortestMs, this.#beforeMs)
    const isAtWork = now.getTime() - this.#workedAt < 2 * windowMs
    const waitMs = Number.isFinite(pickedUpMs) || isAtWork ? Math.min(pickedUpMs, this.#oldestMs) : 0
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
