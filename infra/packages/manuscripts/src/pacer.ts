import { setImmediate } from 'node:timers/promises'

export type Pacer = () => Promise<void>

/** A function that is awaited between two pieces of work: it gives the event loop a turn once a slice of time is used up. */
export function createPacer(sliceMs = 10): Pacer {
  let start = performance.now()
  return async () => {
    if (performance.now() - start < sliceMs) return
    await setImmediate()
    start = performance.now()
  }
}
