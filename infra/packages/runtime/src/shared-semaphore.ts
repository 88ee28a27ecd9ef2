import { QueueFull, QueueTimeout } from './semaphore.ts'

export type SharedSemaphore = {
  /**
   * A slot for this account as soon as its turn comes: of those that wait, the account with the fewest in flight is next, then the one
   * that has waited longest. Returns the function that releases it; called again it does nothing.
   * @throws ShareFull, QueueFull, QueueTimeout; the signal's reason as soon as it aborts
   */
  acquire(account: string, signal: AbortSignal): Promise<() => void>
}

export type SharedSemaphoreOptions = {
  /** Callers that may wait for a slot, in all and of one account. */
  maxWaiting: number
  maxWaitingPerAccount: number
  /** The longest wait, in ms. */
  maxWaitMs?: number
}

/** Thrown when an account holds, and waits for, as many slots as one may: others are not concerned. Nothing was started. */
export class ShareFull extends Error {
  override name = 'ShareFull'
}

type Waiting = { account: string; enter: () => void }

/** The slots of one account among all: three others get theirs at once, whatever it does. */
export const shareOf = (slots: number): number => Math.max(1, Math.floor(slots / 4))

/** A bound on concurrency of which each account has a share, so that none can take what all of them wait for. @param slots in all */
export function createSharedSemaphore(
  slots: number,
  { maxWaiting, maxWaitingPerAccount, maxWaitMs }: SharedSemaphoreOptions,
): SharedSemaphore {
  const share = shareOf(slots)
  const held = new Map<string, number>()
  const queue = new Set<Waiting>()
  let inFlight = 0
  const heldBy = (account: string) => held.get(account) ?? 0

  const take = (account: string): (() => void) => {
    inFlight++
    held.set(account, heldBy(account) + 1)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      inFlight--
      if (heldBy(account) > 1) held.set(account, heldBy(account) - 1)
      else held.delete(account)
      next()
    }
  }
  /** Gives a free slot to the next in turn; those whose account has its share are passed over. */
  const next = () => {
    let first: Waiting | undefined
    for (const one of queue) {
      const count = heldBy(one.account)
      if (count < share && (!first || count < heldBy(first.account))) first = one
    }
    if (first && inFlight < slots) first.enter()
  }

  return {
    async acquire(account, signal) {
      signal.throwIfAborted()
      if (inFlight < slots && heldBy(account) < share) return take(account)
      const waiting = [...queue].filter((one) => one.account === account).length
      if (waiting >= maxWaitingPerAccount) throw new ShareFull()
      if (queue.size >= maxWaiting) throw new QueueFull()
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      const leave = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', abort)
        queue.delete(one)
      }
      const one: Waiting = {
        account,
        enter: () => {
          leave()
          resolve(take(account))
        },
      }
      const refuse = (reason: unknown) => {
        leave()
        reject(reason)
      }
      const abort = () => refuse(signal.reason)
      const tooLate = () => refuse(heldBy(account) >= share ? new ShareFull() : new QueueTimeout())
      const timer = maxWaitMs === undefined ? undefined : setTimeout(tooLate, maxWaitMs)
      signal.addEventListener('abort', abort, { once: true })
      queue.add(one)
      return promise
    },
  }
}
