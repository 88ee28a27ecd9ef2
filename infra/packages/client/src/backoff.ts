/** Milliseconds: the first wait at most, and any wait at most. */
const firstMs = 500
const maxMs = 20_000

/**
 * The wait before the next try. "Full jitter": a random part of a bound that doubles with each try, so that the clients of a service that was
 * away do not all come back at once. Where the answer named a time, that comes first, and the jitter on top.
 * @param tries that have failed, from 1
 */
export function waitBefore(tries: number, retryAfter: number | undefined, random: () => number): number {
  const jitter = random() * Math.min(maxMs, firstMs * 2 ** (tries - 1))
  return retryAfter === undefined ? jitter : retryAfter * 1_000 + Math.min(jitter, 1_000)
}

/** @throws the signal's reason */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
