import { VendorError } from '@utter/contracts/vendor-error'

/** When whoever has waited in vain is to come again: long enough that a worker gives its slot back meanwhile. */
const comeAgainMs = 5_000

/**
 * Runs work one after another, first come first served. Whoever aborts while waiting leaves the line and rejects with the signal's reason.
 * @param maxWaitMs longer than this nobody waits: a transient `chat_busy`, which is no outage, since nobody has been asked
 */
export function oneAtATime(maxWaitMs: number) {
  let last: Promise<unknown> = Promise.resolve()
  return async <Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> => {
    signal.throwIfAborted()
    const before = last
    const { promise: done, resolve } = Promise.withResolvers<void>()
    last = before.then(() => done)
    const left = Promise.withResolvers<never>()
    const leave = () => left.reject(signal.reason)
    const timer = setTimeout(() => left.reject(busy()), maxWaitMs)
    signal.addEventListener('abort', leave, { once: true })
    try {
      await Promise.race([before, left.promise])
      clearTimeout(timer)
      return await work()
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', leave)
      resolve()
    }
  }
}

const busy = () => new VendorError('transient', 'chat_busy', 'The chat model is busy', { retryAfterMs: comeAgainMs })
