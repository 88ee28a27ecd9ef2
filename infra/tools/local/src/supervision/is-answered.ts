import { setTimeout as sleep } from 'node:timers/promises'

/** Whether a server answers: one that refuses does not, nor one whose client waits past its own limits, in ms. */
export async function isAnswered(ask: () => Promise<boolean>, withinMs = 5000): Promise<boolean> {
  const isDone = new AbortController()
  try {
    return await Promise.race([ask(), sleep(withinMs, false, { signal: isDone.signal })])
  } catch {
    return false
  } finally {
    isDone.abort()
  }
}
