import type { Lane } from '@utter/contracts/event'
import { FairQueue, type Waiting } from './fair-queue.ts'

/** Waiting bulk work gets one of so many slots that become free: an endless fast lane does not starve it. */
const turnsOfBulk = 4
/** Idle slots that bulk work leaves free, so that another account's single job begins at once. */
const reserveOf = (slots: number) => Math.min(Math.max(1, Math.ceil(slots / 4)), slots - 1)
/** Steps that are begun and have not ended, for each slot: they take turns, and each holds what it has made until now. */
const maxBegunEach = { short: 8, long: 2 }

/** `isLong`: the step makes much, and holds it in memory until its end. */
export type SlotRequest = { lane: Lane; account: string; isLong: boolean }

/** A slot that a step has; between its turns and after `leave` it goes on without. */
export type Slot = {
  /** Lets those go before whose turn it is. @throws the signal's reason when it aborts before the next turn */
  pass(signal: AbortSignal): Promise<void>
  /** The rest needs no slot. The step still counts as begun. */
  leave(): void
  /** The step has ended. */
  release(): void
  /** How long a slot was held until now, in ms. */
  heldMs(): number
  /** The step is another account's than the one whose turn it was, whose time it is not. */
  chargeTo(account: string): void
}

type Step = SlotRequest & { order: number; heldMs: number; sinceMs: number | undefined; isBegun: boolean }
type Turn = Waiting & { step: Step; grant(): void }

/**
 * The slots of a worker, shared by its two lanes. Fast work goes first, but for every fourth slot; bulk work may use all that fast work
 * leaves idle, except for the reserve. Within a lane the turn is the account's that held slots for the least time. A long step passes
 * its slot on between its parts, so that nobody waits for all of it.
 */
export class Slots {
  readonly #count: number
  readonly #now: () => number
  readonly #maxBulk: number
  #busy = { fast: 0, bulk: 0 }
  #queues = { fast: new FairQueue<Turn>(), bulk: new FairQueue<Turn>() }
  #begun = { short: 0, long: 0 }
  #order = 0
  /** Slots given to fast work since bulk work had one, while bulk work waited. */
  #sinceBulk = 0

  /** @param now milliseconds of a clock that never goes back */
  constructor(count: number, now: () => number = () => performance.now()) {
    this.#count = count
    this.#now = now
    this.#maxBulk = count - reserveOf(count)
  }

  /** A slot that is free now, unless it is another's turn. */
  tryTake(request: SlotRequest): Slot | undefined {
    const step = this.#stepOf(request)
    const turn = turnOf(step, () => {})
    this.#queues[step.lane].push(turn)
    this.#dispatch()
    if (step.isBegun) return this.#slotOf(step)
    this.#queues[step.lane].remove(turn)
    return undefined
  }

  /** Waits for a slot. @returns undefined when `signal` aborted first; then none is held */
  async take(request: SlotRequest, signal: AbortSignal): Promise<Slot | undefined> {
    const step = this.#stepOf(request)
    return (await this.#turn(step, signal)) ? this.#slotOf(step) : undefined
  }

  #stepOf(request: SlotRequest): Step {
    return { ...request, order: ++this.#order, heldMs: 0, sinceMs: undefined, isBegun: false }
  }

  #slotOf(step: Step): Slot {
    return {
      pass: async (passing) => {
        this.#free(step)
        if (!(await this.#turn(step, passing))) throw passing.reason
      },
      leave: () => {
        this.#free(step)
        this.#dispatch()
      },
      release: () => this.#release(step),
      heldMs: () => step.heldMs + (step.sinceMs === undefined ? 0 : this.#now() - step.sinceMs),
      chargeTo: (account) => {
        if (account === step.account) return
        this.#queues[step.lane].end(step.account, 0)
        this.#queues[step.lane].begin(account)
        step.account = account
      },
    }
  }

  async #turn(step: Step, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false
    const queue = this.#queues[step.lane]
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const turn = turnOf(step, () => resolve(true))
    const leave = () => queue.remove(turn) && resolve(false)
    queue.push(turn)
    signal.addEventListener('abort', leave, { once: true })
    this.#dispatch()
    return promise.finally(() => signal.removeEventListener('abort', leave))
  }

  #free(step: Step): void {
    if (step.sinceMs === undefined) return
    const ms = this.#now() - step.sinceMs
    Object.assign(step, { heldMs: step.heldMs + ms, sinceMs: undefined })
    this.#busy[step.lane]--
    this.#queues[step.lane].end(step.account, ms)
  }

  #release(step: Step): void {
    this.#free(step)
    if (step.isBegun) this.#begun[sizeOf(step)]--
    step.isBegun = false
    this.#dispatch()
  }

  /** Gives out what is free. */
  #dispatch(): void {
    for (let turn = this.#next(); turn; turn = this.#next()) {
      const { step } = turn
      const { lane } = step
      if (lane === 'bulk') this.#sinceBulk = 0
      else if (this.#queues.bulk.waiting.length > 0) this.#sinceBulk++
      this.#busy[lane]++
      this.#queues[lane].begin(step.account)
      if (!step.isBegun) this.#begun[sizeOf(step)]++
      Object.assign(step, { isBegun: true, sinceMs: this.#now() })
      turn.grant()
    }
  }

  #next(): Turn | undefined {
    const lanes: Lane[] = this.#sinceBulk >= turnsOfBulk - 1 ? ['bulk', 'fast'] : ['fast', 'bulk']
    for (const lane of lanes) {
      const turn = this.#isFree(lane) ? this.#queues[lane].next(({ step }) => this.#mayHave(step)) : undefined
      if (turn) return turn
    }
    return undefined
  }

  #mayHave(step: Step): boolean {
    return step.isBegun || this.#begun[sizeOf(step)] < this.#count * maxBegunEach[sizeOf(step)]
  }

  #isFree(lane: Lane): boolean {
    const { fast, bulk } = this.#busy
    return fast + bulk < this.#count && (lane === 'fast' || bulk < this.#maxBulk)
  }
}

const turnOf = (step: Step, grant: () => void): Turn => {
  const { account, isLong, order } = step
  return { account, isLong, order, step, grant }
}

const sizeOf = ({ isLong }: Step) => (isLong ? 'long' : 'short')
