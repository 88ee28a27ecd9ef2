export type Slots = { take(signal: AbortSignal): Promise<() => void> }

/** At most `count` at a time, first come first served; what waits can be aborted. The answer gives the slot back, once. */
export function openSlots(count: number): Slots {
  let free = count
  const waiting: (() => void)[] = []
  const releaser = () => {
    let isGiven = false
    return () => {
      if (isGiven) return
      isGiven = true
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
  return {
    async take(signal) {
      signal.throwIfAborted()
      if (free > 0) {
        free--
        return releaser()
      }
      await new Promise<void>((resolve, reject) => {
        const go = () => {
          signal.removeEventListener('abort', leave)
          resolve()
        }
        const leave = () => {
          waiting.splice(waiting.indexOf(go), 1)
          reject(signal.reason)
        }
        waiting.push(go)
        signal.addEventListener('abort', leave, { once: true })
      })
      return releaser()
    },
  }
}
