import { isFinal } from '@utter/contracts/jobs'
import type { Change } from '../domain/change.ts'

export type FollowerOptions = {
  /** The version that the client has already. */
  told: number
  /** All changes above a version, from jobs' timeline. */
  above(version: number): Promise<Change[]>
  send(change: Change): void
  /** After the final change. */
  end(): void
  /** The timeline could not be read: the client comes back by itself. */
  fail(error: unknown): void
}

/**
 * One client's view of one job: each version once and in order, whatever order changes are heard in. Changes that come
 * before the present state is known wait for it; a jump in versions is filled from the job's timeline.
 */
export class JobFollower {
  readonly #options: FollowerOptions
  #told: number
  #ended = false
  #work: Promise<void> = Promise.resolve()

  constructor(options: FollowerOptions) {
    this.#options = options
    this.#told = options.told
  }

  get told(): number {
    return this.#told
  }

  /** Tells what is given, as the present state or the versions that the client missed. */
  begin(changes: Change[]): void {
    for (const change of changes) this.#tell(change)
  }

  hear(change: Change): void {
    this.#inTurn(async () => {
      if (change.version === this.#told + 1) this.#tell(change)
      else if (change.version > this.#told) await this.#fill()
    })
  }

  catchUp(): void {
    this.#inTurn(() => this.#fill())
  }

  async #fill(): Promise<void> {
    for (const change of await this.#options.above(this.#told)) this.#tell(change)
  }

  #tell(change: Change): void {
    if (this.#ended || change.version <= this.#told) return
    this.#told = change.version
    this.#options.send(change)
    if (!isFinal(change.status)) return
    this.#ended = true
    this.#options.end()
  }

  #inTurn(act: () => Promise<void>): void {
    this.#work = this.#work.then(act).catch((error) => {
      if (!this.#ended) this.#options.fail(error)
    })
  }
}
