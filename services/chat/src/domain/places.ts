export type Places = {
  /**
   * A place as soon as one is free, first come first served; the answer gives it back, once.
   * @throws LineTooLong when too many wait already; the signal's reason when it aborts before
   */
  take(signal: AbortSignal): Promise<() => void>
}

/** Nothing was begun; it may come again in a moment. */
export class LineTooLong extends Error {
  override name = 'LineTooLong'
}

/** @param count places  @param maxWaiting more that wait for one are refused at once */
export function openPlaces(count: number, maxWaiting: number): Places {
  const waiting = new Set<() => void>()
  let free = count
  const taken = () => {
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      const [next] = waiting
      if (next) next()
      else free++
    }
  }
  return {
    async take(signal) {
      signal.throwIfAborted()
      if (free > 0) {
        free--
        return taken()
      }
      if (waiting.size >= maxWaiting) throw new LineTooLong()
      await new Promise<void>((resolve, reject) => {
        const enter = () => {
          waiting.delete(enter)
          signal.removeEventListener('abort', leave)
          resolve()
        }
        const leave = () => {
          waiting.delete(enter)
          reject(signal.reason)
        }
        waiting.add(enter)
        signal.addEventListener('abort', leave, { once: true })
      })
      return taken()
    },
  }
}
