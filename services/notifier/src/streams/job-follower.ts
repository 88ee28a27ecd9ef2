import { isFinal } from '@utter/contracts/jobs'
import type { Change } from '../domain/change.ts'

export type FollowerOptions = {
  /** The version that the client has already. */
  sentVersion: number
  /** All changes above a version, from jobs' timeline. */
  changesAbove(version: number): Promise<Change[]>
  send(change: Change): void
  /** After the final change. */
  end(): void
  /** The timeline could not be read: the stream ends, and the client reconnects by itself. */
  fail(error: unknown): void
}

/**
 * A client's view of a job: each version once and in order, regardless of the order of the events. Events that arrive
 * before the present state is known wait for it; a gap in versions is filled from the job's timeline.
 */
export class JobFollower {
  readonly #options: FollowerOptions
  #sentVersion: number
  #ended = false
  #work: Promise<void> = Promise.resolve()

  constructor(options: FollowerOptions) {
    this.#options = options
    this.#sentVersion = options.sentVersion
  }

  get sentVersion(): number {
    return this.#sentVersion
  }

  /** Sends the present state, or the versions that the client missed. */
  begin(changes: Change[]): void {
    for (const change of changes) this.#send(change)
  }

  handle(change: Change): void {
    this.#inTurn(async () => {
      if (change.version === this.#sentVersion + 1) this.#send(change)
      else if (change.version > this.#sentVersion) await this.#fillGap()
    })
  }

  catchUp(): void {
    this.#inTurn(() => this.#fillGap())
  }

  async #fillGap(): Promise<void> {
    for (const change of await this.#options.changesAbove(this.#sentVersion)) this.#send(change)
  }

  #send(change: Change): void {
    if (this.#ended || change.version <= this.#sentVersion) return
    this.#sentVersion = change.version
    this.#options.send(change)
    if (!isFinal(change.status)) return
    this.#ended = true
    this.#options.end()
  }

  #inTurn(work: () => Promise<void>): void {
    this.#work = this.#work.then(work).catch((error) => {
      if (!this.#ended) this.#options.fail(error)
    })
  }
}
