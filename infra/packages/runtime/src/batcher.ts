import type { Log } from '@utter/telemetry/log'

/** Gathers items that may wait a moment, so that many small writes become one. */
export type Batcher<T> = AsyncDisposable & { add(one: T): void }

/**
 * @param forMs the first waits so long for others, in ms
 * @param write all of them; what it throws is logged and they are dropped, so somebody must find them again
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
