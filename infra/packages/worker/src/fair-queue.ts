/** An entry that waits for a turn; of two of an account a short one goes first, then the one with the lower `order`. */
export type Waiting = { account: string; isLong: boolean; order: number }

/** `finishMs`: the virtual time at which what the account was served is over. */
type Served = { finishMs: number; inFlight: number }

/** More accounts than this are looked through for those that are no longer ahead of the others. */
const maxRemembered = 1_000

/**
 * Start-time fair queueing: the turn is the account's that was served for the least time, counted from the virtual time
 * of the others when it comes: an idle account saves nothing up, and one that was served alone owes nothing.
 */
export class FairQueue<Entry extends Waiting> {
  #waiting: Entry[] = []
  #accounts = new Map<string, Served>()
  #nowMs = 0

  get waiting(): readonly Entry[] {
    return this.#waiting
  }

  push(entry: Entry): void {
    this.#waiting.push(entry)
  }

  remove(entry: Entry): boolean {
    const at = this.#waiting.indexOf(entry)
    if (at >= 0) this.#waiting.splice(at, 1)
    return at >= 0
  }

  /** Takes the entry out whose turn it is, of those that may have one. */
  next(mayHave: (entry: Entry) => boolean): Entry | undefined {
    let first: Entry | undefined
    for (const entry of this.#waiting) if (mayHave(entry) && (!first || this.#isBefore(entry, first))) first = entry
    if (first) this.remove(first)
    return first
  }

  /** An entry of the account is served from now on. */
  begin(account: string): void {
    const served = this.#servedOf(account)
    this.#nowMs = Math.max(this.#nowMs, served.finishMs)
    this.#accounts.set(account, { finishMs: this.#nowMs, inFlight: served.inFlight + 1 })
  }

  /** @param ms the time for which it was served */
  end(account: string, ms: number): void {
    const { finishMs, inFlight } = this.#servedOf(account)
    this.#accounts.set(account, { finishMs: finishMs + ms, inFlight: inFlight - 1 })
    if (this.#accounts.size > maxRemembered) this.#forget()
  }

  #isBefore(one: Entry, other: Entry): boolean {
    const [a, b] = [this.#servedOf(one.account), this.#servedOf(other.account)]
    const served = a.finishMs - b.finishMs || a.inFlight - b.inFlight
    return (served || Number(one.isLong) - Number(other.isLong) || one.order - other.order) < 0
  }

  /** Never behind the virtual time. */
  #servedOf(account: string): Served {
    const { finishMs, inFlight } = this.#accounts.get(account) ?? { finishMs: 0, inFlight: 0 }
    return { finishMs: Math.max(finishMs, this.#nowMs), inFlight }
  }

  #forget(): void {
    for (const [account, { finishMs, inFlight }] of this.#accounts)
      if (inFlight === 0 && finishMs <= this.#nowMs) this.#accounts.delete(account)
  }
}
