/** Runs work one after another, first come first served. Who aborts while waiting leaves the line and rejects with the signal's reason. */
export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return async <Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> => {
    signal.throwIfAborted()
    const before = last
    const { promise: done, resolve } = Promise.withResolvers<void>()
    last = before.then(() => done)
    const left = Promise.withResolvers<never>()
    const leave = () => left.reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    try {
      await Promise.race([before, left.promise])
      return await work()
    } finally {
      signal.removeEventListener('abort', leave)
      resolve()
    }
  }
}
