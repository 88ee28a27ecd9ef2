import type { Log } from '@utter/telemetry/log'

/** A buffer of items that may wait a moment, so that many small writes become one. */
export type Batcher<T> = AsyncDisposable & { add(one: T): void }

/**
 * @param forMs how long the first item waits for others
 * @param write writes all of them; when it throws they are dropped with a line of log, so a sweep must find them again
 */
export function openBatcher<T>(forMs: number, log: Log, write: (all: T[]) => Promise<unknown>): Batcher<T> {
  let waiting: T[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const all = waiting
    waiting = []
    if (all.length === 0) return
    writing = writing
      .then(() => write(all))
      .then(
        () => {},
        (error) => log.debug({ err: error, count: all.length }, 'left to the sweep'),
      )
  }
  return {
    add(one) {
      waiting.push(one)
      timer ??= setTimeout(flush, forMs)
    },
    async [Symbol.asyncDispose]() {
      flush()
      await writing
    },
  }
}
