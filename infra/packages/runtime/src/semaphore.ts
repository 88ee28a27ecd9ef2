import PQueue from 'p-queue'

export type Semaphore = {
  /**
   * A slot as soon as one is free, first come first served. Returns the function that releases it; called again it does nothing.
   * @throws QueueFull, QueueTimeout; the signal's reason as soon as it aborts
   */
  acquire(signal: AbortSignal): Promise<() => void>
}

export type SemaphoreOptions = {
  /** Callers that may wait for a slot. */
  maxWaiting?: number
  /** The longest wait, in ms. */
  maxWaitMs?: number
}

/** Thrown when as many wait for a slot as may: nothing was started. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

/** Thrown when no slot became free in time: nothing was started. */
export class QueueTimeout extends Error {
  override name = 'QueueTimeout'
}

/** A bound on concurrency, by p-queue, for holders that release their slot later than their caller returns. @param concurrency slots */
export function createSemaphore(
  concurrency: number,
  { maxWaiting = Number.POSITIVE_INFINITY, maxWaitMs }: SemaphoreOptions = {},
): Semaphore {
  const queue = new PQueue({ concurrency })
  return {
    async acquire(signal) {
      signal.throwIfAborted()
      if (queue.pending >= concurrency && queue.size >= maxWaiting) throw new QueueFull()
      // For the wait alone: p-queue frees the slot of running work as soon as its signal aborts, whether the work has ended or not.
      const waiting = new AbortController()
      const leave = () => waiting.abort(signal.reason)
      const timer = maxWaitMs === undefined ? undefined : setTimeout(() => waiting.abort(new QueueTimeout()), maxWaitMs)
      const stopWaiting = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', leave)
      }
      signal.addEventListener('abort', leave, { once: true })
      const released = Promise.withResolvers<void>()
      const acquired = Promise.withResolvers<void>()
      const hold = () => {
        stopWaiting()
        acquired.resolve()
        return released.promise
      }
      queue.add(hold, { signal: waiting.signal }).catch((error: unknown) => {
        stopWaiting()
        acquired.reject(error)
      })
      await acquired.promise
      return released.resolve
    },
  }
}
