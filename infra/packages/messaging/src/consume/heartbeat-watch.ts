/** The consumer's own interval, in ms. It sends a heartbeat after each fetch since whose last one so long has passed. */
export const heartbeatEveryMs = 500
/** More than a heartbeat fails in a row before kafkajs starts the consumer again. */
const maxUnheard = 20

/** Notices a consumer that goes on to fetch, but sends no heartbeat any more: it is no member of its group. */
export class HeartbeatWatch {
  #heardAtMs = performance.now()
  #unheard = 0

  /** The group's coordinator has answered a heartbeat or a join. */
  heard(): void {
    this.#heardAtMs = performance.now()
    this.#unheard = 0
  }

  /** @returns whether the membership is lost */
  fetched(): boolean {
    if (performance.now() - this.#heardAtMs > heartbeatEveryMs) this.#unheard++
    return this.#unheard > maxUnheard
  }
}
