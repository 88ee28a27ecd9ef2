/** Interval of heartbeats, in ms. They are sent between two fetches, the next one when this interval is over. */
export const heartbeatEveryMs = 500
/** Answered fetches in a row without a heartbeat: more than follow each other while kafkajs retries one that failed. */
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
